import type { ClaimedWork } from '../../../platform/due/due.ts'
import { listDueMessages } from '../store/messages.ts'
import type { MessageKey } from './message.ts'
import { sendMessage } from './send-message.ts'

/** What customers are to be told of their plans and nobody has taken yet. */
export const dueMessages: ClaimedWork<MessageKey> = {
  name: 'send messages to customers',
  everyMs: 1_000,
  maxInFlight: 16,
  claimsForMs: 20_000,
  async listDue(app, limit) {
    const rows = await app.db.run(listDueMessages, { limit })
    return rows.map(({ merchant_id, payment_id, kind, event }) => {
      return { merchantId: merchant_id, paymentId: payment_id, kind, event }
    })
  },
  run: sendMessage,
}
