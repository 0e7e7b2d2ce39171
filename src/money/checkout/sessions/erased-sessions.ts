import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import type { Decision } from '../../risk/judge.ts'
import { eraseSession, eraseVisit, listSessionDecisions } from '../store/personal.ts'

/**
 * The shop's addresses for the customer's return, which may name the customer, what the scoring service said, and what the
 * customer gave on the page.
 */
export const erasedSessions: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId, pseudonym, inText }) {
    for (const { id, decision } of await tx.run(listSessionDecisions, { merchantId, isTest, paymentId })) {
      await tx.run(eraseSession, { merchantId, id, decision: decision && withReasons(decision, inText) })
      await tx.run(eraseVisit, { merchantId, sessionId: id, pseudonym })
    }
  },
}

// All else in a decision is figures and codes.
function withReasons(decision: Decision, inText: (text: string) => string): Decision {
  const { port, before } = decision
  return {
    ...decision,
    ...(port && { port: { ...port, reasons: port.reasons.map(inText) } }),
    ...(before && { before: withReasons(before, inText) }),
  }
}
