import type { Payment } from '../payment.ts'
import { notificationWire } from '../wire.ts'

/** A body of more captures and refunds, or of more characters, is stored without what the payment's rows hold already. */
const maxWhole = { movements: 16, characters: 4_096 } as const

/**
 * The body of a notification of the payment as it is stored. A large one leaves out captures, refunds and meta, which
 * `completeNotification` puts in when it is sent: what is stored grows with what happens, and not with its square.
 */
export function notificationBody(payment: Payment): { readonly body: string; readonly is_whole: boolean } {
  if (payment.captures.length + payment.refunds.length <= maxWhole.movements) {
    const body = JSON.stringify(notificationWire(payment))
    if (body.length <= maxWhole.characters) return { body, is_whole: true }
  }
  const short = notificationWire({ ...payment, captures: [], refunds: [] })
  return { body: JSON.stringify({ ...short, captures: null, refunds: null, meta: null }), is_whole: false }
}
