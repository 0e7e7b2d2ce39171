import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { listMessagesOfPayment } from '../store/messages.ts'
import type { CustomerMessageKind } from './message.ts'

/** What a customer was told of a payment, or is to be told; the text without the phone. */
export interface ListedMessage {
  readonly kind: CustomerMessageKind
  /** Which one of its kind: a due date, a charge, a version of the payment. */
  readonly event: string
  /** By the merchant's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly tries: number
  readonly text: string
}

const maxMessages = 500

/** The newest messages about a payment, at most 500, oldest first, and how many there are in all. */
export async function listMessages(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly messages: readonly ListedMessage[]; readonly total: number }> {
  const rows = await app.db.run(listMessagesOfPayment, { merchantId, paymentId, limit: maxMessages })
  const messages = rows.map(({ kind, event, at, state, tries, text }): ListedMessage => {
    return { kind: kind as ListedMessage['kind'], event, at, state: state as ListedMessage['state'], tries, text }
  })
  return { messages, total: rows[0]?.total ?? 0 }
}
