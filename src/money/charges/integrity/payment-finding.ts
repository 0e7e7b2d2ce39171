import type { Finding } from '../../../platform/base/finding.ts'

/** What is wrong with the card money of a payment. */
export function paymentFinding(
  { merchant_id: merchantId, payment_id: id }: { readonly merchant_id: string; readonly payment_id: string },
  problem: string,
): Finding {
  return { kind: 'payment', merchantId, id, paymentId: id, problems: [problem] }
}
