import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import { type Answer, succeed } from '../../testkit/client.ts'
import { openReceiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from './service.ts'

/** A live shop with fees and a webhook with scripted answers. Background work and the clock stand still. */
export interface Stage {
  readonly service: TestService
  readonly shop: Shop
  readonly merchantId: string
  /** Calls as the shop, the customer or support; throws unless it succeeds. */
  post(path: string, body?: object, method?: string): Promise<Answer>
  /** Advances the system's clock. */
  wait(minutes: number): void
  /** Advances the merchant's clock and processes all that is due. */
  pass(duration: string): Promise<void>
  /** Sets the webhook's answer; 200 at first. */
  answerWith(status: number): void
  /** Waits until every due notification has been attempted. */
  notify(): Promise<void>
  /** Attempts no more notifications. */
  stopNotifying(): Promise<void>
  /** Queries the processor about all waiting returns. */
  sendReturns(): Promise<void>
  close(): Promise<void>
}

/** Begins on 1 March 2026 at 14:00 in Dubai. */
export async function openStage(): Promise<Stage> {
  const receiver = await openReceiver()
  const service = await startTestService({ env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` } })
  const { clock, app, database } = service
  const dispatcher = openDispatcher(app, completeNotification)
  const stores = [{ merchant_code: 'main', country: 'AE' }]
  const merchant = { name: 'Corner Shop', region: 'uae', stores }
  const made = succeed(await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', merchant)).body
  const merchantId: string = made.merchant.id
  const shop = openShop(service.urls.uae, made.keys.live.secret, { merchantCode: 'main' })
  await database.query(
    `update stores set fee_percent = 500, fee_fixed_minor = 100, fee_vat_percent = 500, name = 'Marina Mall'
     where merchant_id = '${merchantId}'`,
  )
  const post: Stage['post'] = async (path, body, method = 'POST') => succeed(await shop.call(method, path, body))
  await post('/api/v1/webhooks', { url: 'http://shop.test/hook?secret=1' })
  return {
    ...{ service, shop, merchantId, post },
    wait: (minutes) => clock.advance(minutes * 60_000),
    pass: async (advance) => void (await post('/sandbox/clock', { advance })),
    answerWith(status) {
      receiver.answer = (_request, response) => void response.writeHead(status).end(status === 200 ? 'ok' : 'busy')
    },
    async notify() {
      const now = new Date(clock.now()).toISOString()
      const due = `select from deliveries where next_attempt_at <= '${now}' or claim is not null`
      const endsAt = performance.now() + 30_000
      while ((await database.query(due)).length > 0) {
        assert.ok(performance.now() < endsAt, 'notifications are attempted')
        app.deliveriesDue.wake()
        await pause(5)
      }
    },
    stopNotifying: () => dispatcher.stop(),
    async sendReturns() {
      await database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
      while ((await settleDue(app, dueReturns)) > 0);
    },
    async close() {
      await dispatcher.stop()
      await receiver.close()
      await service.close()
    },
  }
}

/** Makes a payment with nearly every possible event, within seven weeks. Returns its id. */
export async function liveRichly(stage: Stage): Promise<string> {
  const id = await buy(stage)
  await collect(stage, id)
  await complain(stage, id)
  return id
}

// Declined, then accepted. Two captures; between them the order is renamed and the webhook fails.
async function buy({ shop, post, wait, answerWith, notify }: Stage): Promise<string> {
  const id = await shop.createdPayment('300.00')
  wait(1)
  const declined = await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000000002' })
  assert.equal(declined.body.error, 'card was declined')
  wait(1)
  await post(`/sandbox/payments/${id}/authorize`, { card: '4000000000000341' })
  await notify()
  wait(18)
  answerWith(503)
  await post(`/api/v2/payments/${id}/captures`, { amount: '170.00', reference_id: '1001-a' })
  await notify()
  wait(1)
  await notify()
  answerWith(200)
  wait(2)
  await notify()
  wait(60)
  await post(`/api/v2/payments/${id}`, { order: { reference_id: '1001-X' } }, 'PUT')
  await post(`/api/v2/payments/${id}/captures`, { amount: '130.00', reference_id: '1001-b' })
  await notify()
  return id
}

// The day is settled and paid. The second instalment is declined, then charged to another card. The third is paid
// early. A part is refunded.
async function collect({ post, pass, notify }: Stage, id: string): Promise<void> {
  await pass('P31D')
  await post(`/sandbox/payments/${id}/card`, { number: '4242424242424242' })
  await pass('P9D')
  await post(`/sandbox/payments/${id}/pay`, { what: 'next' })
  await pass('P2D')
  const reference_id = '1001-r'
  await post(`/api/v2/payments/${id}/refunds`, { amount: '40.00', reference_id, reason: 'too small' })
  await notify()
}

// A dispute about the rest is challenged and decided for the customer, who is refunded.
async function complain({ post, wait, pass, notify, sendReturns }: Stage, id: string): Promise<void> {
  await pass('P3D')
  const complaint = { payment_id: id, reason: 'product_issue', amount: '60.00', comment: 'A sleeve is torn' }
  const { dispute } = (await post('/sandbox/disputes', complaint)).body
  wait(90)
  const challenge = { dispute_id: dispute.id, reason: 'merchant_reason_other', description: 'It was fine' }
  await post('/api/v1/disputes/challenge', challenge)
  await pass('P1D')
  await post(`/sandbox/disputes/${dispute.id}/refund`, { comment: 'The picture shows it' })
  await notify()
  wait(1)
  await sendReturns()
  await pass('P2D')
}
