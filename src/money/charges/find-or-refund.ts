import type { CardProcessor, CardRefund, RefundFinding } from '../../platform/adapters/card-processor.ts'

/** Asks for a refund that may have been asked for before: it is looked for first, and sent where the processor does not know it. */
export async function findOrRefund(cards: CardProcessor, refund: CardRefund): Promise<RefundFinding> {
  const found = await cards.findRefund(refund)
  return found.kind === 'unknown' ? cards.refund(refund) : found
}
