import type { App } from '../../../platform/app/app.ts'
import type { BankPayout } from '../payout.ts'
import { bankPayoutFrom, findByReferences } from '../store/bank-payouts.ts'
import { markPayoutPaid } from '../store-payouts.ts'
import type { Answer } from './bank-answer.ts'
import { type Confirmation, type JudgedAnswer, judgeAnswer } from './judge-answer.ts'

/**
 * Marks the payouts of the bank's answer as paid, each once, also if the answer comes again or twice at once. If a
 * line is wrong, saves nothing and returns the problems. After a crash, the same answer completes the rest.
 */
export async function confirmPayouts(app: App, answer: Answer): Promise<JudgedAnswer> {
  const references = [...new Set(answer.lines.map(({ reference }) => reference))]
  const rows = await app.db.run(findByReferences, { references })
  const known = rows.map((row) => {
    const now = app.clock.now() + Number(row.clock_offset_ms)
    return [row.reference, { payout: bankPayoutFrom(row), now }] as const
  })
  const judged = judgeAnswer(answer, new Map(known))
  if (judged.problems.length > 0) return { ...judged, confirmed: [], paidBefore: [] }
  const confirmed: Confirmation[] = []
  const paidMeanwhile: BankPayout[] = []
  for (const ofMerchant of Map.groupBy(judged.confirmed, ({ payout }) => payout.merchantId).values()) {
    const isNew = await app.db.transaction(async (tx) => {
      const paid: boolean[] = []
      for (const { payout, paidAt } of ofMerchant) paid.push(await markPayoutPaid(tx, payout, paidAt))
      return paid
    })
    for (const [index, confirmation] of ofMerchant.entries()) {
      if (isNew[index]) confirmed.push(confirmation)
      else paidMeanwhile.push(confirmation.payout)
    }
  }
  return { confirmed, paidBefore: [...judged.paidBefore, ...paidMeanwhile], problems: [] }
}
