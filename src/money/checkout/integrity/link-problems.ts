import type { PaymentId } from '../../../platform/base/ids.ts'

/** A payment link with the authorized payments of its sessions. */
export interface LinkRecord {
  readonly isPaid: boolean
  /** The payment of the session that the link names; null without that session. */
  readonly paymentId: PaymentId | null
  readonly authorized: readonly PaymentId[]
}

/** Compares a link with its payments: one of them is authorized if it is paid, and none otherwise. */
export function findLinkProblems({ isPaid, paymentId, authorized }: LinkRecord): string[] {
  const [first] = authorized
  if (authorized.length > 1) return [`it was paid ${authorized.length} times: ${authorized.join(', ')}`]
  if (isPaid && first === undefined) return ['it is paid, and none of its payments is authorized']
  if (!isPaid && first !== undefined) return [`it is not paid, and its payment ${first} is authorized`]
  return isPaid && first !== paymentId ? [`it names payment ${paymentId}, and ${first} is authorized`] : []
}
