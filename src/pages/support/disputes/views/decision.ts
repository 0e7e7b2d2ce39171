import { formatAmount } from '../../../../platform/base/money.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { ExplainedChoices } from '../../../../platform/ui/forms/choices.ts'
import { Field, TextField } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { SupportVisit } from '../../page.ts'
import { type DecisionName, decisions, isPossible } from '../decisions.ts'
import { effectOf } from '../effects.ts'
import type { LoadedCase } from '../load-case.ts'

/** A typed decision, and its error. */
export interface TypedDecision {
  readonly name: DecisionName | undefined
  /** The typed amount. It counts for another refund only. */
  readonly amount: string
  readonly text: string
  readonly problem: 'decision' | 'amount' | 'text'
}

/** The longest text of a decision, in characters. */
export const maxText = 20_000

interface DecisionPanelProps {
  readonly visit: SupportVisit
  readonly loaded: LoadedCase
  readonly typed: TypedDecision | undefined
}

/** The form with all possible decisions. It carries the dispute's version: an old page changes nothing. */
export function DecisionPanel({ visit, loaded, typed }: DecisionPanelProps): Content {
  const { words } = visit
  const { texts } = words
  const { dispute } = loaded.shown
  const { id, amountMinor, proposedMinor, currency } = dispute
  const possible = decisions.filter((decision) => isPossible(decision, dispute))
  const [only] = possible
  const chosen = typed?.name ?? (possible.length === 1 ? only?.name : undefined) ?? ''
  const proposed = proposedMinor === null ? '' : formatAmount(proposedMinor, currency)
  const disputed = words.money(amountMinor, currency)
  const amountField = Field({
    name: 'amount',
    label: texts.refundAmountLabel,
    hint: texts.refundAmountHint(disputed),
    error: typed?.problem === 'amount' ? texts.refundAmountWrong(disputed) : undefined,
    input: { value: typed?.amount ?? proposed, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr', maxlength: 40 },
  })
  return Panel({
    title: texts.decisionPanel,
    children: VisitForm({
      ...{ visit, to: `disputes/${id}/decide`, class: 'stack', id: 'decide' },
      hidden: { dispute: formatExpected(dispute) },
      children: html`
        ${ExplainedChoices({
          ...{ name: 'decision', legend: texts.decisionLegend, value: chosen },
          choices: possible.map(({ name }) => ({
            ...{ value: name, label: texts.decisions[name], hint: effectOf(visit, loaded, name) },
            fields: name === 'refund-amount' && amountField,
          })),
          error: typed?.problem === 'decision' ? texts.decisionMissing : undefined,
        })}
        ${TextField({
          ...{ name: 'text', label: texts.reasonTextLabel, hint: texts.reasonTextHint, value: typed?.text ?? '' },
          maxlength: maxText,
          error: typed?.problem === 'text' ? texts.textMissing : undefined,
        })}
        <p class="soft small">${texts.decisionLead}</p>
        <div><button class="button button-main" type="submit">${texts.goOnToConfirm}</button></div>
      `,
    }),
  })
}
