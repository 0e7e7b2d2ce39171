import { type RuleSet, rulesInForce } from '../../../../money/risk/rules.ts'
import type { RiskSettings } from '../../../../money/risk/settings.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import type { Problem } from '../problem.ts'

interface RiskPanelProps {
  readonly visit: SupportVisit
  readonly mode: 'test' | 'live'
  readonly risk: RiskSettings
  /** The merchant's stores: a limit counts in the currency of each. */
  readonly stores: readonly Store[]
  /** Why the form saved nothing. */
  readonly problem: Problem | undefined
}

/** A merchant's risk rules of one mode, and the form that changes them. */
export function RiskPanel(props: RiskPanelProps): Content {
  const { visit, mode, risk, problem } = props
  const { words } = visit
  const { texts } = words
  const { storeRules, blocked } = risk
  return Panel({
    title: texts.riskTitle(mode === 'test' ? texts.test : texts.live),
    children: html`
      ${
        problem &&
        Note({
          tone: 'bad',
          children: html`<p>${problem.isStale ? texts.staleSettings : problem.isBeyond ? texts.limitBeyond : texts.wrongRules}</p>`,
        })
      }
      ${Facts({
        facts: [
          [texts.ruleNames.max_open_exposure, exposureText(props)],
          [texts.ruleNames.max_orders_per_day, ordersText(props)],
          [texts.ruleNames.refuse_overdue, overdueText(props)],
          [texts.storesWithRules, words.number(storeRules.size)],
          [texts.blockedCount, words.number(blocked.length)],
        ],
      })}
      ${problem ? RiskForm(props) : Fold({ summary: texts.changeRules, children: RiskForm(props) })}
    `,
  })
}

/** Returns what one customer may owe in the currency of each store, and who set it. */
function exposureText({ visit, mode, risk, stores }: RiskPanelProps): string {
  const { words } = visit
  const { texts } = words
  const { rules } = risk
  const ofCurrency = new Map(stores.map((store) => [store.currency, store]))
  const figures = [...ofCurrency.values()].flatMap((store) => {
    const { maxOpenExposureMinor } = rulesInForce(mode === 'test', store, [rules])
    return maxOpenExposureMinor === null ? [] : words.money(maxOpenExposureMinor, store.currency)
  })
  const text = figures.length === 0 ? texts.off : words.list(figures)
  if (rules.max_open_exposure !== undefined) return texts.ofMerchant(text)
  return figures.length === 0 ? texts.ofService(text) : texts.ofMarket(text)
}

function ordersText({ visit: { words }, risk }: RiskPanelProps): string {
  const { texts } = words
  const orders = risk.rules.max_orders_per_day
  if (orders === undefined) return texts.ofService(texts.off)
  return texts.ofMerchant(orders === 'off' ? texts.off : words.number(orders))
}

function overdueText({ visit: { words }, risk }: RiskPanelProps): string {
  const { texts } = words
  const isRefused = risk.rules.refuse_overdue
  if (isRefused === undefined) return texts.ofService(texts.no)
  return texts.ofMerchant(isRefused ? texts.yes : texts.no)
}

function RiskForm({ visit, mode, risk, problem }: RiskPanelProps): Content {
  const { words, id } = visit
  const { texts } = words
  const { rules } = risk
  const typed = problem?.fields
  const overdue = rules.refuse_overdue === undefined ? '' : rules.refuse_overdue ? 'on' : 'off'
  const field = (name: 'max_open_exposure' | 'max_orders_per_day'): Content =>
    Field({
      name,
      id: `${mode}-${name}`,
      label: texts.ruleNames[name],
      hint: texts.ruleHint,
      input: { value: typed?.[name] ?? rules[name] ?? '', autocomplete: 'off', dir: 'ltr' },
    })
  return VisitForm({
    visit,
    to: `merchants/${id}/risk`,
    class: 'form-grid',
    hidden: { mode, seen: formatRules(rules) },
    children: html`
      ${field('max_open_exposure')} ${field('max_orders_per_day')}
      ${ChoiceField({
        id: `${mode}-refuse_overdue`,
        name: 'refuse_overdue',
        label: texts.ruleNames.refuse_overdue,
        value: typed?.['refuse_overdue'] ?? overdue,
        choices: [
          ['', texts.asService],
          ['on', texts.yes],
          ['off', texts.no],
        ],
      })}
      ${
        mode === 'live' &&
        html`<label class="tick"><input class="pick-box" type="checkbox" name="accept" value="yes" /><span>${texts.limitAccept}</span></label>`
      }
      <button class="button" type="submit">${texts.saveRules}</button>
    `,
  })
}

/** Returns the rules as one text. The form sends it back, so that the use case notices a change in between. */
export function formatRules({ max_open_exposure, max_orders_per_day, refuse_overdue }: RuleSet): string {
  return [max_open_exposure, max_orders_per_day, refuse_overdue].map((rule) => rule ?? '').join(' ')
}
