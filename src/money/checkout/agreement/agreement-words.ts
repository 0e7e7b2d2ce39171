/** A plan as texts need it: what differs from four monthly parts without a fee. */
export interface PlanFigures {
  readonly count: number
  /** The count in the digits of the language. */
  readonly shown: string
  readonly isMonthly: boolean
  /** Money in words, with the fee. The fee is null where there is none. */
  readonly total: string
  readonly fee: string | null
}

/** Whether a plan is the standard one. */
export const isUsual = ({ count, isMonthly, fee }: PlanFigures): boolean => count === 4 && isMonthly && fee === null

/** The sentences that a customer agrees to by paying. A change of one needs another `agreementVersion`. */
export const agreementEn = {
  note: (plan: PlanFigures) => {
    const count = plan.count === 4 ? 'four' : plan.shown
    if (plan.fee === null) return `No interest and no fees: ${count} payments, ${plan.total} in all.`
    return `No interest. A service fee of ${plan.fee} is in it: ${count} payments, ${plan.total} in all.`
  },
  agreed: ({ count, shown }: PlanFigures) =>
    `By paying you agree to the ${count === 4 ? 'four' : shown} payments above, taken from this card on their dates.`,
  adult: 'You also say that you are at least 18 years old.',
}

/** After a preposition: two, three to ten, eleven and twelve. */
export function arabicPayments({ count, shown }: PlanFigures): string {
  if (count === 2) return 'دفعتين'
  if (count === 4) return 'أربع دفعات'
  return count <= 10 ? `${shown} دفعات` : `${shown} دفعة`
}

export const agreementAr: typeof agreementEn = {
  note: (plan) => {
    if (isUsual(plan)) return `أربع دفعات مجموعها ${plan.total} بلا فوائد ولا رسوم.`
    if (plan.fee === null) return `التقسيط على ${arabicPayments(plan)} مجموعها ${plan.total} بلا فوائد ولا رسوم.`
    return `التقسيط على ${arabicPayments(plan)} مجموعها ${plan.total}، منها رسم خدمة قدره ${plan.fee}، بلا فوائد.`
  },
  agreed: ({ count }) =>
    `بالدفع توافق على الدفعات ${count === 4 ? 'الأربع ' : ''}أعلاه، وتُخصم من هذه البطاقة في مواعيدها.`,
  adult: 'وتقرّ بأن عمرك 18 عامًا على الأقل.',
}
