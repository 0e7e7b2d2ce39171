/** A plan as the page's texts need it: what differs from four monthly parts without a fee. */
export interface PlanFigures {
  readonly count: number
  /** The count, and the count of the later parts, in the page's digits. */
  readonly shown: string
  readonly later: string
  readonly isMonthly: boolean
  /** Money in words, with the fee. The fee is null where there is none. */
  readonly today: string
  readonly each: string
  readonly total: string
  readonly fee: string | null
}

const isUsual = ({ count, isMonthly, fee }: PlanFigures): boolean => count === 4 && isMonthly && fee === null

export const planTextsEn = {
  choose: 'Choose how to pay',
  title: (plan: PlanFigures) => (plan.count === 4 ? 'Pay in four' : `Pay in ${plan.shown}`),
  lead: ({ today, count, isMonthly }: PlanFigures) => {
    const rest = isMonthly ? 'one payment a month' : 'one payment every two weeks'
    const only = isMonthly ? 'one payment after a month' : 'one payment after two weeks'
    return `${today} today, then ${count === 2 ? only : rest}.`
  },
  label: ({ count, shown }: PlanFigures) => (count === 4 ? 'Your four payments' : `Your ${shown} payments`),
  note: (plan: PlanFigures) => {
    const count = plan.count === 4 ? 'four' : plan.shown
    if (plan.fee === null) return `No interest and no fees: ${count} payments, ${plan.total} in all.`
    return `No interest. A service fee of ${plan.fee} is in it: ${count} payments, ${plan.total} in all.`
  },
  agreed: ({ count, shown }: PlanFigures) =>
    `By paying you agree to the ${count === 4 ? 'four' : shown} payments above, taken from this card on their dates.`,
  refused: (plan: PlanFigures): string => (isUsual(plan) ? 'Paying in four' : 'Paying in parts'),
  choice: ({ shown, isMonthly }: PlanFigures) => `${shown} payments, ${isMonthly ? 'monthly' : 'every two weeks'}`,
  today: (today: string) => `${today} today`,
  later: ({ later, each, count, isMonthly }: PlanFigures) => {
    if (count === 2) return `then ${each} after ${isMonthly ? 'a month' : 'two weeks'}`
    return `then ${later} × ${each}, one ${isMonthly ? 'a month' : 'every two weeks'}`
  },
  cost: ({ total, fee }: PlanFigures) =>
    `${total} in all, ${fee === null ? 'no interest, no fees' : `with a service fee of ${fee}, no interest`}`,
}

export type PlanTexts = typeof planTextsEn

// After a preposition: two, three to ten, eleven and twelve.
function payments({ count, shown }: PlanFigures): string {
  if (count === 2) return 'دفعتين'
  if (count === 4) return 'أربع دفعات'
  return count <= 10 ? `${shown} دفعات` : `${shown} دفعة`
}

export const planTextsAr: PlanTexts = {
  choose: 'اختر طريقة التقسيط',
  title: (plan) => `قسّم الدفع على ${payments(plan)}`,
  lead: ({ today, count, isMonthly }) => {
    if (count === 2) return `${today} اليوم، ثم دفعة واحدة بعد ${isMonthly ? 'شهر' : 'أسبوعين'}.`
    return `${today} اليوم، ثم دفعة واحدة كل ${isMonthly ? 'شهر' : 'أسبوعين'}.`
  },
  label: ({ count }) => (count === 4 ? 'دفعاتك الأربع' : 'دفعاتك'),
  note: (plan) => {
    if (isUsual(plan)) return `أربع دفعات مجموعها ${plan.total} بلا فوائد ولا رسوم.`
    if (plan.fee === null) return `التقسيط على ${payments(plan)} مجموعها ${plan.total} بلا فوائد ولا رسوم.`
    return `التقسيط على ${payments(plan)} مجموعها ${plan.total}، منها رسم خدمة قدره ${plan.fee}، بلا فوائد.`
  },
  agreed: ({ count }) =>
    `بالدفع توافق على الدفعات ${count === 4 ? 'الأربع ' : ''}أعلاه، وتُخصم من هذه البطاقة في مواعيدها.`,
  refused: () => 'التقسيط',
  choice: (plan) => `التقسيط على ${payments(plan)}، كل ${plan.isMonthly ? 'شهر' : 'أسبوعين'}`,
  today: (today) => `${today} اليوم`,
  later: ({ later, each, count, isMonthly }) => {
    if (count === 2) return `ثم ${each} بعد ${isMonthly ? 'شهر' : 'أسبوعين'}`
    return `ثم ${later} × ${each}، دفعة كل ${isMonthly ? 'شهر' : 'أسبوعين'}`
  },
  cost: ({ total, fee }) =>
    `المجموع ${total}، ${fee === null ? 'بلا فوائد ولا رسوم' : `منها رسم خدمة قدره ${fee}، بلا فوائد`}`,
}
