import type { Store } from '../../platform/merchants/merchant.ts'
import { formatPercent } from '../../platform/merchants/stores/fee-rates.ts'
import type { PlanTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { Words } from '../../platform/ui/words/words.ts'

/** The texts of a store's plans in both back offices. */
export const storePlansEn = {
  plansOffered: 'Customers may choose',
  plansNone: 'four monthly parts, no fee',
  planText: (...parts: readonly string[]) => parts.filter(Boolean).join(', '),
  planFirst: (percent: string) => `${percent} % first`,
  feeOnFirst: 'in the first part',
  feeSpread: 'in every part',
  serviceFeeRefunds: {
    proportion: 'A refund gives back its share of the fee',
    all: 'A refund gives back the whole fee',
    none: 'A refund gives back nothing of the fee',
  },
  planParts: (count: string, isMonthly: boolean) => `${count} parts, ${isMonthly ? 'monthly' : 'every two weeks'}`,
  planFee: (percent: string, fixed: string) => `fee ${percent} % and ${fixed}`,
  planFrom: (from: string) => `from ${from}`,
  planTo: (to: string) => `up to ${to}`,
}

export const storePlansAr: typeof storePlansEn = {
  plansOffered: 'يختار العملاء من',
  plansNone: 'أربع دفعات شهرية بلا رسوم',
  planText: (...parts) => parts.filter(Boolean).join('، '),
  planFirst: (percent) => `الدفعة الأولى ${percent}٪`,
  feeOnFirst: 'ضمن الدفعة الأولى',
  feeSpread: 'موزعًا على كل الدفعات',
  serviceFeeRefunds: {
    proportion: 'يعيد الاسترداد حصته من الرسم',
    all: 'يعيد الاسترداد الرسم كله',
    none: 'لا يعيد الاسترداد شيئًا من الرسم',
  },
  planParts: (count, isMonthly) => `عدد الدفعات ${count}، ${isMonthly ? 'كل شهر' : 'كل أسبوعين'}`,
  planFee: (percent, fixed) => `رسم ${percent}٪ و${fixed}`,
  planFrom: (from) => `من ${from}`,
  planTo: (to) => `حتى ${to}`,
}

/** Returns the plans that a store offers in words, one line each. */
export function sayPlans(
  words: Words<typeof storePlansEn>,
  { offers: { terms, feeRefund }, currency }: Store,
): Content {
  const { texts } = words
  const money = (minor: bigint): string => words.money(minor, currency)
  const say = (plan: PlanTerms): string => {
    const { count, period, downPayment, feeOn, minMinor, maxMinor } = plan
    const { percent, fixedMinor } = plan.serviceFee
    const range = [
      minMinor !== null && texts.planFrom(money(minMinor)),
      maxMinor !== null && texts.planTo(money(maxMinor)),
    ]
    const place = feeOn === 'first' ? texts.feeOnFirst : texts.feeSpread
    return texts.planText(
      texts.planParts(words.number(count), period === 'P1M'),
      downPayment === null ? '' : texts.planFirst(formatPercent(downPayment)),
      range.filter(Boolean).join(' '),
      isFree(plan) ? '' : `${texts.planFee(formatPercent(percent), money(fixedMinor))} ${place}`,
    )
  }
  if (terms.length === 0) return texts.plansNone
  return html`${terms.map((one) => html`<div>${say(one)}</div>`)}
    ${!terms.every(isFree) && html`<div>${texts.serviceFeeRefunds[feeRefund]}</div>`}`
}

function isFree({ serviceFee: { percent, fixedMinor } }: PlanTerms): boolean {
  return percent === 0 && fixedMinor === 0n
}
