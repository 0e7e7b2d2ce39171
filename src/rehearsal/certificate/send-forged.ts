import { getPayment } from '../../money/payments/get-payment.ts'
import { notificationBody } from '../../money/payments/notification.ts'
import { authorize } from '../../money/payments/transitions/checkout.ts'
import type { OutboundRequest, OutboundResult } from '../../platform/adapters/outbound.ts'
import type { App } from '../../platform/app/app.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { makeMessages } from '../../platform/webhooks/delivery/message.ts'
import { forgeRequests, wrongIn } from '../faults/deliveries/forge.ts'
import type { Forgery } from '../faults/fault.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { withPatience } from './patience.ts'
import type { Stage } from './play-action.ts'

/**
 * Tells the payment's webhooks that it is authorized, as somebody else might: in each of these ways that can be told from ours. What came of it is
 * in the journal, under the id of its way. Refuses for a payment that is not open any more.
 */
export async function sendForged(app: App, stage: Stage): Promise<void> {
  const { actor, paymentId, forgeries } = stage
  const { merchantId, isTest } = actor
  const payment = await getPayment(app, actor, paymentId)
  const { body } = notificationBody(authorize(payment, null, nowFor(app, actor)).after)
  const set = { merchantId, storeId: payment.storeId, isTest, family: 'payment' } as const
  const messages = await makeMessages(app, set, body)
  const requests = messages.flatMap((message) => forgeRequests(message, app.clock.now(), null))
  const ids = new Map(forgeries.map(({ id, as }) => [as, id]))
  const sent = requests.flatMap(([as, request]) => {
    const id = ids.get(as)
    return id === undefined ? [] : [withPatience(post(app, stage, as, id, request))]
  })
  await Promise.all(sent)
}

async function post(
  app: App,
  { actor: { merchantId, isTest }, paymentId }: Stage,
  as: Forgery,
  id: string,
  request: OutboundRequest,
): Promise<OutboundResult> {
  const startedAt = app.clock.now()
  const result = await app.outbound.post(request)
  const notificationId = request.headers['Webhook-Id'] ?? ''
  const attempt = { merchantId, isTest, paymentId, notificationId, startedAt, request, result }
  const summary = `Sent the webhook something that is not ours: its ${wrongIn[as]} is wrong.`
  await writeJournal(app, { ...deliveryEntry({ ...attempt, disputeId: null, number: 1 }, id), summary })
  return result
}
