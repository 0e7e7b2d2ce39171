import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueMessages } from '../../src/money/collections/messages/sending.ts'
import { type Message, MessageNotTaken } from '../../src/platform/adapters/messenger.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { pass } from '../support/plans.ts'

// 14:00 in Dubai on the 1st of March.
const api = await openTestApi()
after(() => api.close())
const { service } = api

const goTo = async (shop: Shop, at: string): Promise<void> => {
  const { now } = succeed(await shop.call('GET', '/sandbox/clock')).body
  await pass(shop, `PT${(Date.parse(at) - Date.parse(now)) / 1_000}S`)
}
const messagesTo = async (shop: Shop, phone: string): Promise<string[]> => {
  const { body } = succeed(await shop.call('GET', `/sandbox/messages?phone=${encodeURIComponent(phone)}`))
  return body.messages.map(({ at, kind }: { at: string; kind: string }) => `${at} ${kind}`)
}

/** A captured payment of 400.00 by this phone. */
async function sell(shop: Shop, phone: string): Promise<string> {
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const id = succeed(await shop.checkout('400.00', { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  return id
}
const payNext = async (shop: Shop, id: string) =>
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
const refund = async (shop: Shop, id: string, amount: string) =>
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount }))

for (const [phone, country, paidAt, sentAt] of [
  ['+971507201001', 'AE', '2026-03-02T16:59:59Z', '2026-03-02T16:59:59Z'],
  ['+971507201002', 'AE', '2026-03-02T17:00:00Z', '2026-03-03T04:00:00Z'],
  ['+971507201003', 'AE', '2026-03-02T23:30:00Z', '2026-03-03T04:00:00Z'],
  ['+971507201004', 'AE', '2026-03-03T04:00:00Z', '2026-03-03T04:00:00Z'],
  // The phone decides, not the store.
  ['+966507201005', 'AE', '2026-03-02T17:30:00Z', '2026-03-02T17:30:00Z'],
  ['+971507201006', 'SA', '2026-03-02T17:30:00Z', '2026-03-03T04:00:00Z'],
  // Of no market: the store's zone.
  ['+201001234567', 'SA', '2026-03-02T17:30:00Z', '2026-03-02T17:30:00Z'],
  ['+201001234568', 'AE', '2026-03-02T17:30:00Z', '2026-03-03T04:00:00Z'],
] as const) {
  test(`quiet hours: a message of ${paidAt} to ${phone} from ${country} is sent at ${sentAt}`, async () => {
    const { test: shop } = await api.newMerchant({ country })
    const id = await sell(shop, phone)
    await goTo(shop, paidAt)
    await payNext(shop, id)
    if (sentAt !== paidAt) assert.deepEqual(await messagesTo(shop, phone), [])
    await goTo(shop, '2026-03-03T05:00:00Z')
    const [sent, ...more] = await messagesTo(shop, phone)
    assert.ok(sent !== undefined && more.length === 0)
    const [at, kind] = sent.split(' ')
    assert.equal(kind, 'collected')
    assert.ok(Math.abs(Date.parse(at ?? '') - Date.parse(sentAt)) <= 2_000, sent)
  })
}

test('contacts: at most ten in 30 days to a phone; further ones are put off in order, and none is lost', async () => {
  const own = await api.newMerchant()
  const phone = '+971507200010'
  const id = await sell(own.test, phone)
  // Each refund beyond what is owed later returns money: one message.
  for (let paid = 0; paid < 3; paid += 1) await payNext(own.test, id)
  for (let count = 1; count <= 10; count += 1) {
    await refund(own.test, id, `${count}.00`)
    await pass(own.test, 'PT1M')
  }
  const kinds = async (): Promise<string[]> => (await messagesTo(own.test, phone)).map((one) => one.split(' ')[1] ?? '')
  assert.deepEqual(await kinds(), [...Array(3).fill('collected'), ...Array(7).fill('returned')])
  // Another mode has a limit of its own.
  await payNext(own.live, await sell(own.live, phone))
  assert.equal((await messagesTo(own.live, phone)).length, 1)
  await pass(own.test, 'P29DT23H')
  assert.equal((await kinds()).length, 10)
  await pass(own.test, 'PT1H')
  const { body } = succeed(await own.test.call('GET', `/sandbox/messages?phone=${encodeURIComponent(phone)}`))
  const amounts = body.messages.map(({ text }: { text: string }) => /AED\s([\d.]+)/.exec(text)?.[1])
  assert.deepEqual(amounts.slice(10), ['8.00', '9.00', '10.00'])
  const times: number[] = body.messages.map(({ at }: { at: string }) => Date.parse(at))
  for (const [index, at] of times.entries()) {
    const within = times.filter((other) => other > at - 30 * 86_400_000 && other <= at)
    assert.ok(within.length <= 10, `${within.length} messages before the ${index + 1}th`)
  }
})

/** The service with a gateway for live messages that refuses all until it is opened. */
function behindGateway(): { app: App; taken: Message[]; open: () => void } {
  const taken: Message[] = []
  let isOpen = false
  const live: App['messengers']['live'] = {
    async send(message) {
      if (!isOpen) throw new MessageNotTaken('the message gateway answered 503')
      taken.push(message)
    },
  }
  const app = { ...service.app, messengers: { ...service.app.messengers, live } }
  const open = (): void => {
    isOpen = true
  }
  return { app, taken, open }
}

/** Makes this payment's messages waiting ones again, as if nobody had sent them. */
const unsend = (id: string) =>
  service.database.query(
    `update customer_messages set state = 'waiting', tries = 0, send_at = at where payment_id = '${id}' and state = 'sent'`,
  )

test('silence: a reminder that was not taken before a dispute is not sent during it', async () => {
  const { live: shop } = await api.newMerchant()
  const phone = '+971507200020'
  const id = await sell(shop, phone)
  await goTo(shop, '2026-03-29T06:00:00Z')
  await payNext(shop, id)
  await unsend(id)
  const gateway = behindGateway()
  await settleDue(gateway.app, dueMessages)
  succeed(await shop.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' }))
  gateway.open()
  await service.database.query(`update customer_messages set held_until = null`)
  await settleDue(gateway.app, dueMessages)
  assert.deepEqual(
    gateway.taken.filter(({ to }) => to === phone).map(({ kind }) => kind),
    ['collected'],
  )
})

/** The service, in a process that calls `reached` when it has counted what a phone has got. */
function countingProcess(app: App, reached: () => Promise<void>): App {
  const transaction: App['db']['transaction'] = (work) =>
    app.db.transaction((tx) => {
      const run: typeof tx.run = async (statement, values) => {
        const rows = await tx.run(statement, values)
        if (statement.name === 'list_contacts_of_phone') await reached()
        return rows
      }
      return work({ ...tx, run })
    })
  return { ...app, db: { ...app.db, transaction } }
}

test('contacts: two processes at once send no more than the limit', async () => {
  const { live: shop } = await api.newMerchant()
  const phone = '+971507200030'
  const ids = [await sell(shop, phone), await sell(shop, phone)]
  for (const id of ids) for (let paid = 0; paid < 3; paid += 1) await payNext(shop, id)
  for (const id of ids) for (let count = 0; count < 4; count += 1) await refund(shop, id, '1.00')
  const count = async (state: string): Promise<number> =>
    (await service.database.query(`select from customer_messages where phone = '${phone}' and state = '${state}'`))
      .length
  await pass(shop, 'PT1S')
  assert.deepEqual([await count('sent'), await count('waiting')], [10, 4])
  for (const id of ids) await unsend(id)
  await service.database.query(`update customer_messages set send_at = at where phone = '${phone}'`)
  const gateway = behindGateway()
  gateway.open()
  const other = Promise.withResolvers<void>()
  let ended: Promise<unknown> = Promise.resolve()
  const first = countingProcess(gateway.app, () => {
    ended = settleDue(
      countingProcess(gateway.app, async () => other.resolve()),
      dueMessages,
    )
    return Promise.race([other.promise, ended.then(() => undefined)])
  })
  await settleDue(first, dueMessages)
  await ended
  assert.equal(gateway.taken.filter(({ to }) => to === phone).length, 10)
  assert.deepEqual([await count('sent'), await count('waiting')], [10, 4])
})
