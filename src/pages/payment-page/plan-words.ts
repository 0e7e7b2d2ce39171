import {
  agreementAr,
  agreementEn,
  arabicPayments,
  isUsual,
  type PlanFigures,
} from '../../money/checkout/agreement/agreement-words.ts'

/** A plan as the page's texts need it. */
export interface PageFigures extends PlanFigures {
  readonly today: string
  /** The amount of the later parts, and how many have it; the last one if it differs, because of rounding. */
  readonly each: string
  readonly equal: string
  readonly last: string | null
}

export const planTextsEn = {
  choose: 'Choose how to pay',
  title: (plan: PlanFigures) => (plan.count === 4 ? 'Pay in four' : `Pay in ${plan.shown}`),
  lead: ({ today, count, isMonthly }: PageFigures) => {
    const rest = isMonthly ? 'one payment a month' : 'one payment every two weeks'
    const only = isMonthly ? 'one payment after a month' : 'one payment after two weeks'
    return `${today} today, then ${count === 2 ? only : rest}.`
  },
  label: ({ count, shown }: PlanFigures) => (count === 4 ? 'Your four payments' : `Your ${shown} payments`),
  note: agreementEn.note,
  agreed: agreementEn.agreed,
  refused: (plan: PlanFigures): string => (isUsual(plan) ? 'Paying in four' : 'Paying in parts'),
  choice: ({ shown, isMonthly }: PlanFigures) => `${shown} payments, ${isMonthly ? 'monthly' : 'every two weeks'}`,
  today: (today: string) => `${today} today`,
  later: ({ equal, each, last, count, isMonthly }: PageFigures) => {
    if (count === 2) return `then ${each} after ${isMonthly ? 'a month' : 'two weeks'}`
    const end = last === null ? '' : ` and ${last}`
    return `then ${equal} × ${each}${end}, one ${isMonthly ? 'a month' : 'every two weeks'}`
  },
  cost: ({ total, fee }: PlanFigures) =>
    `${total} in all, ${fee === null ? 'no interest, no fees' : `with a service fee of ${fee}, no interest`}`,
}

export type PlanTexts = typeof planTextsEn

export const planTextsAr: PlanTexts = {
  choose: 'اختر طريقة التقسيط',
  title: (plan) => `قسّم الدفع على ${arabicPayments(plan)}`,
  lead: ({ today, count, isMonthly }) => {
    if (count === 2) return `${today} اليوم، ثم دفعة واحدة بعد ${isMonthly ? 'شهر' : 'أسبوعين'}.`
    return `${today} اليوم، ثم دفعة واحدة كل ${isMonthly ? 'شهر' : 'أسبوعين'}.`
  },
  label: ({ count }) => (count === 4 ? 'دفعاتك الأربع' : 'دفعاتك'),
  note: agreementAr.note,
  agreed: agreementAr.agreed,
  refused: () => 'التقسيط',
  choice: (plan) => `التقسيط على ${arabicPayments(plan)}، كل ${plan.isMonthly ? 'شهر' : 'أسبوعين'}`,
  today: (today) => `${today} اليوم`,
  later: ({ equal, each, last, count, isMonthly }) => {
    if (count === 2) return `ثم ${each} بعد ${isMonthly ? 'شهر' : 'أسبوعين'}`
    const end = last === null ? '' : ` و${last}`
    return `ثم ${equal} × ${each}${end}، دفعة كل ${isMonthly ? 'شهر' : 'أسبوعين'}`
  },
  cost: ({ total, fee }) =>
    `المجموع ${total}، ${fee === null ? 'بلا فوائد ولا رسوم' : `منها رسم خدمة قدره ${fee}، بلا فوائد`}`,
}
