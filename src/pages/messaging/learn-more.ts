import type { QuoteAnswer } from '../../money/checkout/quotes/answers.ts'
import { countryOf } from '../../platform/base/markets.ts'
import type { PageAssets } from '../../platform/ui/assets.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import { renderColumnPage } from '../../platform/ui/layout/column-page.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'
import { costOf, formatsFor, sentenceOf, totalOf } from './browser/words.js'
import { type MessagingWords, say, wordsFor } from './words.ts'

interface LearnMoreProps {
  readonly lang: Lang
  /** Absent: the page names no amount. */
  readonly figures: QuoteAnswer | undefined
  readonly assets: PageAssets
  /** The address of the page in the other language. */
  readonly otherLanguage: string
}

/** Returns the page of "Learn more": what the dialogue on a shop's page shows. */
export function renderLearnMore({ lang, figures, assets, otherLanguage }: LearnMoreProps): string {
  const words = wordsFor(lang, figures === undefined ? 'AE' : countryOf(figures.currency))
  const { texts } = words
  const plan = figures?.plans[0]
  const title =
    plan === undefined || plan.sentence ? texts.plainTitle : say([texts.title, { count: words.number(plan.count) }])
  const lead = figures && plan ? totalOf(lang, figures) : sentenceOf(lang, figures)
  return renderColumnPage(
    { words, title, assets, skip: texts.skip, footer: texts.footer, otherLanguage },
    html`<main id="main" class="sheet">
      <div><h1>${title}</h1><p class="lead">${say(lead)} ${say(costOf(lang, figures))}</p></div>
      ${figures && plan && Parts({ words, figures })}
      <div>
        <h2>${texts.howTitle}</h2>
        <ol class="how">${texts.how.map((step, index) => html`<li data-step=${words.number(index + 1)}>${step}</li>`)}</ol>
      </div>
      <p class="soft small">${plan && `${texts.dates} `}${texts.note}</p>
    </main>`,
  )
}

function Parts({ words, figures }: { words: MessagingWords; figures: QuoteAnswer }): Content {
  const { texts, lang } = words
  const [plan] = figures.plans
  if (plan === undefined) return null
  const { money } = formatsFor(lang, figures.currency)
  const parts = [{ day: texts.today, amount: plan.today }].concat(
    plan.installments.map(({ due_date, amount }) => ({ day: words.longDate(due_date), amount })),
  )
  return html`<ol class="parts" aria-label=${texts.payments}>
    ${parts.map(
      ({ day, amount }, index) => html`<li class=${index === 0 ? 'part first' : 'part'}>
        <span class="unseen">
          ${say([texts.partOf, { index: words.number(index + 1), count: words.number(parts.length) }])}
        </span>
        <span class="date">${day}</span>
        <bdi class="number strong">${money(amount)}</bdi>
      </li>`,
    )}
  </ol>`
}
