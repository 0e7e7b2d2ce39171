import type { Store } from '../../platform/merchants/merchant.ts'
import { formatPercent } from '../../platform/merchants/stores/fee-rates.ts'
import type { PlanTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { Words } from '../../platform/ui/words/words.ts'

/** The texts of a store's plans in both back offices. */
export const storePlansEn = {
  plansOffered: 'Customers may choose',
  plansNone: 'four monthly parts, no fee',
  planText: (plan: string, range: string, fee: string) => [plan, range, fee].filter(Boolean).join(', '),
  planParts: (count: string, isMonthly: boolean) => `${count} parts, ${isMonthly ? 'monthly' : 'every two weeks'}`,
  planFee: (percent: string, fixed: string) => `fee ${percent} % and ${fixed}`,
  planFrom: (from: string) => `from ${from}`,
  planTo: (to: string) => `up to ${to}`,
}

export const storePlansAr: typeof storePlansEn = {
  plansOffered: 'يختار العملاء من',
  plansNone: 'أربع دفعات شهرية بلا رسوم',
  planText: (plan, range, fee) => [plan, range, fee].filter(Boolean).join('، '),
  planParts: (count, isMonthly) => `عدد الدفعات ${count}، ${isMonthly ? 'كل شهر' : 'كل أسبوعين'}`,
  planFee: (percent, fixed) => `رسم ${percent}٪ و${fixed}`,
  planFrom: (from) => `من ${from}`,
  planTo: (to) => `حتى ${to}`,
}

/** Returns the plans that a store offers in words, one line each. */
export function sayPlans(words: Words<typeof storePlansEn>, { offers: { terms }, currency }: Store): Content {
  const { texts } = words
  const money = (minor: bigint): string => words.money(minor, currency)
  const say = ({ count, period, serviceFee: { percent, fixedMinor }, minMinor, maxMinor }: PlanTerms): string => {
    const range = [
      minMinor !== null && texts.planFrom(money(minMinor)),
      maxMinor !== null && texts.planTo(money(maxMinor)),
    ]
    const isFree = percent === 0 && fixedMinor === 0n
    return texts.planText(
      texts.planParts(words.number(count), period === 'P1M'),
      range.filter(Boolean).join(' '),
      isFree ? '' : texts.planFee(formatPercent(percent), money(fixedMinor)),
    )
  }
  return terms.length === 0 ? texts.plansNone : html`${terms.map((one) => html`<div>${say(one)}</div>`)}`
}
