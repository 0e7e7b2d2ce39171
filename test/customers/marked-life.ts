import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { changeServiceBlock } from '../../src/money/risk/service-blocks.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { recordActivity } from '../../src/platform/people/activities/activities.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { succeed } from '../../testkit/client.ts'
import { type Marks, markedOrder } from '../../testkit/marks.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { goodCard, openForms, sendForm, stageFor } from '../pages/forms.ts'
import type { DisputeShop } from '../support/disputes.ts'
import type { TestService } from '../support/service.ts'

const urls = ({ email }: Marks): object => ({
  merchant_urls: {
    success: `https://shop.example/ok?mail=${encodeURIComponent(email)}`,
    cancel: `https://shop.example/no?mail=${encodeURIComponent(email)}`,
    failure: 'https://shop.example/failed',
  },
})

/** Pays on the page, as the customer with this phone would. Returns the payment's id. */
export async function payOnPage(shop: Shop, marks: Marks): Promise<string> {
  const customer = await openForms(shop, markedOrder(marks))
  assert.equal((await sendForm(customer, 'phone', { phone: marks.phone })).status, 303)
  assert.equal((await sendForm(customer, 'code', { code: '8888' })).status, 303)
  assert.equal((await sendForm(customer, 'card', goodCard)).status, 303)
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'approved')
  return customer.paymentId
}

/** Opens a shop's server that repeats what it was sent. */
export async function openEchoing(): Promise<Receiver> {
  const receiver = await openReceiver()
  receiver.answer = ({ text }, response) => void response.writeHead(200).end(`thanks: ${text}`)
  return receiver
}

/**
 * Lives a whole live purchase with these values: order, refund, dispute with files and words of all three sides, messages,
 * notifications whose shop repeats them, blocks, and an agent's words. Ends with nothing owed and no claim open.
 */
export async function liveMarked(service: TestService, shop: DisputeShop, marks: Marks): Promise<string> {
  const { app } = service
  const dispatcher = openDispatcher(app, completeNotification)
  const id: string = succeed(await shop.checkout('340.00', markedOrder(marks), urls(marks))).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  const moved = { amount: '340.00', reference_id: 'whole' }
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, moved))
  const refund = { amount: '40.00', reference_id: 'part', reason: `a refund for ${marks.word}` }
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, refund))
  await complain(shop, id, marks)
  const person = {
    backOffice: 'support',
    personId: id,
    email: 'agent@demo.test',
    address: '::1',
    requestId: 'r',
  } as const
  const details = { reason: `${marks.name} called from ${marks.phone}` }
  await recordActivity(app, person, { what: 'open_personal', onKind: 'payment', onId: id, details })
  await changeServiceBlock(app, marks.phone, true)
  await settle(service, shop)
  await delivered(service)
  await dispatcher.stop()
  return id
}

async function complain(shop: DisputeShop, payment_id: string, { word }: Marks): Promise<void> {
  const file = Buffer.concat([smallPng, Buffer.from(` of ${word}`)])
  const attachment_ids = [succeed(await shop.upload(file)).body.id]
  const dispute = await shop.openDispute({
    ...{ payment_id, amount: '100.00', comment: `${word} complains`, attachment_ids },
  })
  const challenge = {
    dispute_id: dispute.id,
    reason: 'merchant_reason_order_has_been_already_delivered',
    description: `an answer about ${word}`,
  }
  const ours = [succeed(await shop.upload(file)).body.id]
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', { ...challenge, attachment_ids: ours }))
  const question = { from: 'customer', content: `a question for ${word}` }
  succeed(await shop.act(dispute.id, 'request-evidence', question))
  succeed(await shop.act(dispute.id, 'provide-evidence', { content: `a photo, says ${word}` }))
  succeed(await shop.act(dispute.id, 'refund', { comment: `decided for ${word}` }))
}

// All parts are charged, and all returns arrive.
async function settle({ app, database }: TestService, shop: DisputeShop): Promise<void> {
  for (let month = 0; month < 4; month += 1) await shop.pass('P31D')
  await database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
  while ((await settleDue(app, dueReturns)) > 0);
}

async function delivered({ app, database }: TestService): Promise<void> {
  const endsAt = performance.now() + 30_000
  while ((await database.query(`select from deliveries where state = 'waiting'`)).length > 0) {
    assert.ok(performance.now() < endsAt, 'notifications are delivered')
    app.deliveriesDue.wake()
    await pause(5)
  }
}
