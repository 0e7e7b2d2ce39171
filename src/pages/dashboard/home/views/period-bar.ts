import { FilterBar, type FilterField } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Icon } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { BusinessProps } from '../home-data.ts'
import { choices, type PeriodProblem } from '../period.ts'

/** The shown period and currency, and the form that changes them. The address has all of it. */
export function PeriodBar({ visit, business }: BusinessProps): Content {
  const { words, address } = visit
  const { texts } = words
  const { period, currency, currencies } = business
  const { choice, from, to, typed, problems } = period
  const isDefault = currency === currencies[0]
  const kept = { currency: isDefault ? undefined : currency }
  const days = choice === undefined ? { from, to } : { period: choice }
  const isWrong = problems.from !== undefined || problems.to !== undefined
  const field = (name: 'from' | 'to', label: string): FilterField => {
    const problem = problems[name]
    const type = problem === 'no day' ? 'text' : 'date'
    return { name, label, type, value: typed[name], error: problem && sayProblem(texts, problem) }
  }
  const currencyField: FilterField = {
    ...{ name: 'currency', label: texts.currencyField, type: 'choice', value: currency },
    choices: currencies.map((one) => [one, one]),
  }
  const fields = [
    field('from', texts.daysFrom),
    field('to', texts.daysTo),
    ...(currencies.length > 1 ? [currencyField] : []),
  ]
  return html`<section class="period" aria-label=${texts.periodLabel}>
    <h2 class="period-title">
      ${from === to ? words.longDate(from) : texts.fromTo(words.longDate(from), words.longDate(to))}
    </h2>
    ${
      currencies.length > 1 &&
      html`<nav class="modes" aria-label=${texts.currencyField}>
        ${currencies.map(
          (one) =>
            html`<a href=${address('', { ...days, currency: one })}
              aria-current=${one === currency ? 'true' : undefined}>
              ${one}
            </a>`,
        )}
      </nav>`
    }
    <nav class="modes" aria-label=${texts.periodLabel}>
      ${choices.map(
        (one) =>
          html`<a href=${address('', { period: one, ...kept })} aria-current=${one === choice ? 'true' : undefined}>
            ${texts.periods[one]}
          </a>`,
      )}
    </nav>
    <details class="period-days" open=${isWrong || choice === undefined}>
      <summary>${Icon({ name: 'down', size: 16 })}<span>${texts.otherDays}</span></summary>
      ${FilterBar({ words, action: address(''), fields })}
    </details>
  </section>`
}

function sayProblem(texts: BusinessProps['visit']['words']['texts'], problem: PeriodProblem): string {
  return { 'no day': texts.wrongDay, 'wrong order': texts.wrongPeriodOrder, 'too long': texts.periodTooLong }[problem]
}
