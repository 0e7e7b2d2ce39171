import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueMessages } from '../../src/money/collections/messages/sending.ts'
import { type Message, MessageNotTaken, type Messenger } from '../../src/platform/adapters/messenger.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { pass, sendReturns } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api

/** A scripted gateway that records its messages. */
function openGateway(take: () => Promise<void>): Messenger & { readonly taken: Message[] } {
  const taken: Message[] = []
  return {
    taken,
    async send(message) {
      taken.push(message)
      await take()
    },
  }
}

/** A live customer whose messages go through this gateway. */
async function remindedBy(gateway: Messenger): Promise<App> {
  const app: App = { ...service.app, messengers: { ...service.app.messengers, live: gateway } }
  const { live: shop } = await api.newMerchant()
  const id = succeed(await shop.checkout('340.00')).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  await capture(shop, id)
  await pass(shop, 'P29D')
  // The sandbox writes to the outbox; here such messages count as unsent.
  await service.database.query(
    `update customer_messages set state = 'waiting', tries = 0, send_at = at where payment_id = '${id}'`,
  )
  return app
}

async function capture(shop: Shop, id: string): Promise<void> {
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
}

/** Makes all waiting messages due, whatever their number of tries, as if every lease had ended. */
async function handOver(app: App): Promise<void> {
  await service.database.query(`update customer_messages set held_until = null`)
  await settleDue(app, dueMessages)
}

test('a message that the gateway refuses is retried until it is accepted', async () => {
  let tries = 0
  const gateway = openGateway(async () => {
    tries += 1
    if (tries < 3) throw new MessageNotTaken('the message gateway answered 503')
  })
  const app = await remindedBy(gateway)
  for (let round = 1; round <= 5; round += 1) await handOver(app)
  assert.equal(tries, 3)
})

test('a message with an unknown result is not retried', async () => {
  const gateway = openGateway(async () => {
    throw new Error('the message gateway did not answer: timed out')
  })
  const app = await remindedBy(gateway)
  for (let round = 1; round <= 3; round += 1) await handOver(app)
  assert.equal(gateway.taken.length, 1)
})

test('a message that was accepted but could not be marked as sent is not retried', async () => {
  const gateway = openGateway(async () => undefined)
  const app = await remindedBy(gateway)
  const run: App['db']['run'] = async (statement, values) => {
    if (statement.name === 'mark_customer_message_sent') throw new Error('the database has gone')
    return app.db.run(statement, values)
  }
  const failing: App = { ...app, db: { ...app.db, run } }
  await handOver(failing)
  for (let round = 1; round <= 3; round += 1) await handOver(app)
  assert.equal(gateway.taken.length, 1)
})

test('a message about a return is sent although the first process died before sending it', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('340.00')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00' }))
  await service.database.query(`update returns set checks = 1 where payment_id = '${id}'`)
  await sendReturns(api)
  await sendReturns(api)
  const { messages } = succeed(await shop.call('GET', '/sandbox/messages?phone=%2B971500000001')).body
  assert.deepEqual(
    messages.map(({ kind }: { kind: string }) => kind),
    ['returned'],
  )
})
