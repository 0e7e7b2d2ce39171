import type { Store } from '../../../../platform/merchants/merchant.ts'
import { feePlaces, periods, serviceFeeRefunds } from '../../../../platform/merchants/stores/plan-terms.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import { type PlanField, planFieldOf, planFieldsFrom, roomFor, shownPlans } from '../plan-fields.ts'
import type { Problem } from '../problem.ts'

interface PlansFormProps {
  readonly visit: SupportVisit
  readonly store: Store
  /** Why the form saved nothing. */
  readonly problem: Problem | undefined
}

/** The form that changes the plans of a store. It is open after a problem. */
export function PlansFold({ visit, store, problem }: PlansFormProps): Content {
  const form = PlansForm({ visit, store, problem })
  return problem ? form : Fold({ summary: visit.words.texts.changePlans, children: form })
}

function PlansForm({ visit, store, problem }: PlansFormProps): Content {
  const { words, id } = visit
  const { texts } = words
  const typed = problem && !problem.isStale ? problem.fields : undefined
  const refund = typed?.['service_fee_refund'] ?? store.offers.feeRefund
  const numbers = Array.from({ length: roomFor(store) }, (_, plan) => plan)
  return VisitForm({
    visit,
    to: `merchants/${id}/stores/${store.id}/plans`,
    class: 'stack plans-form',
    hidden: { seen: shownPlans(store) },
    children: html`
      <p class="soft small">${texts.planHint}</p>
      ${numbers.map((plan) => PlanFields({ visit, store, problem, plan }))}
      ${ChoiceField({
        id: `${store.id}-service_fee_refund`,
        name: 'service_fee_refund',
        label: texts.planRefund,
        value: refund,
        choices: serviceFeeRefunds.map((one) => [one, texts.planRefunds[one]]),
      })}
      <label class="tick"><input class="pick-box" type="checkbox" name="accept" value="yes" /><span>${texts.planAccept}</span></label>
      <button class="button" type="submit">${texts.savePlans}</button>
    `,
  })
}

function PlanFields({ visit, store, problem, plan }: PlansFormProps & { readonly plan: number }): Content {
  const { texts, number } = visit.words
  const values = problem && !problem.isStale ? problem.fields : planFieldsFrom(store)
  const propsOf = (name: PlanField, label: string, hint?: string) => {
    const field = planFieldOf(plan, name)
    const isWrong = problem?.wrong?.has(field) ?? false
    const error = isWrong ? (problem?.isBeyond ? texts.planBeyond : texts.planWrong) : undefined
    const value = values[field] ?? (name === 'period' ? periods[0] : name === 'fee_on' ? feePlaces[0] : '')
    return { name: field, id: `${store.id}-${field}`, label, hint, error, value }
  }
  const field = (name: PlanField, label: string, hint?: string): Content => {
    const { value, ...props } = propsOf(name, label, hint)
    return Field({ ...props, input: { value, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' } })
  }
  return html`<fieldset class="form-grid plan-fields">
    <legend class="strong plan-name">${texts.planTitle(number(plan + 1))}</legend>
    ${field('count', texts.planCount)}
    ${ChoiceField({ ...propsOf('period', texts.planPeriod), choices: periods.map((one) => [one, texts.planPeriods[one]]) })}
    ${field('down_payment', texts.planDownPayment, texts.planDownPaymentHint)}
    ${field('fee_percent', texts.planFeePercent)} ${field('fee_fixed', texts.planFeeFixed)}
    ${ChoiceField({ ...propsOf('fee_on', texts.planFeeOn), choices: feePlaces.map((one) => [one, texts.planFeePlaces[one]]) })}
    ${field('min_amount', texts.planMin, texts.planRangeHint)} ${field('max_amount', texts.planMax, texts.planRangeHint)}
  </fieldset>`
}
