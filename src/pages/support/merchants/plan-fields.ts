import { latinDigits } from '../../../platform/base/texts.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import {
  maxTerms,
  offersRecordOf,
  type PlanTerms,
  termsRecordOf,
} from '../../../platform/merchants/stores/plan-terms.ts'
import type { Fields } from '../page.ts'

/** The fields of one plan in the form. */
export const planFields = [
  ...['count', 'period', 'down_payment', 'fee_percent', 'fee_fixed', 'fee_on', 'min_amount', 'max_amount'],
] as const
export type PlanField = (typeof planFields)[number]

export const planFieldOf = (plan: number, name: string): string => `plan${plan}_${name}`

/** Returns the number of plans that the form has room for: one more than there are. */
export function roomFor({ offers }: Store): number {
  return Math.min(offers.terms.length + 1, maxTerms)
}

/** Returns the plans as the form's fields show them. */
export function planFieldsFrom({ offers: { terms }, currency }: Store): Fields {
  const shown = terms.flatMap((one: PlanTerms, index) => {
    const { service_fee, ...record } = termsRecordOf(one, currency)
    const values = { ...record, fee_percent: service_fee.percent, fee_fixed: service_fee.fixed }
    return Object.entries(values).map(([name, value]) => [planFieldOf(index, name), String(value ?? '')])
  })
  return Object.fromEntries(shown)
}

/** Returns what the form showed of the store's plans, to find a change by somebody else. */
export function shownPlans({ offers, currency }: Store): string {
  return JSON.stringify(offersRecordOf(offers, currency))
}

/** Returns the body that `PUT /sandbox/stores/{merchant_code}/plans` takes, and the form's number of each plan. */
export function plansBodyFrom(fields: Fields): { readonly body: object; readonly numbers: readonly number[] } {
  const numbers = Array.from({ length: maxTerms }, (_, plan) => plan).filter(
    (plan) => typed(fields, planFieldOf(plan, 'count')) !== '',
  )
  const plans = numbers.map((plan) => {
    const value = (name: PlanField): string => typed(fields, planFieldOf(plan, name))
    const optional = (name: PlanField): string | null => value(name) || null
    return {
      count: /^\d{1,3}$/.test(value('count')) ? Number(value('count')) : 0,
      period: value('period'),
      down_payment: optional('down_payment'),
      service_fee: { percent: optional('fee_percent'), fixed: optional('fee_fixed') },
      ...{ fee_on: optional('fee_on'), min_amount: optional('min_amount'), max_amount: optional('max_amount') },
    }
  })
  const service_fee_refund = fields['service_fee_refund'] ?? 'proportion'
  return { body: { plans, service_fee_refund, accept_responsibility: fields['accept'] === 'yes' }, numbers }
}

function typed(fields: Fields, name: string): string {
  return latinDigits(fields[name] ?? '').trim()
}

/** Returns the form's name of a wrong field such as `$.plans[1].service_fee.fixed`. */
export function planFieldFrom(field: string, numbers: readonly number[]): string {
  const [, index = '', member = ''] = /^\$\.plans\[(\d+)\]\.(.+)$/.exec(field) ?? []
  const names: Readonly<Record<string, PlanField>> = {
    ...{ service_fee: 'fee_percent', 'service_fee.percent': 'fee_percent', 'service_fee.fixed': 'fee_fixed' },
  }
  return planFieldOf(numbers[Number(index)] ?? 0, names[member] ?? member)
}
