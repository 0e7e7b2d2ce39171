import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { dueMessages } from '../../src/money/collections/messages/sending.ts'
import { type Message, MessageNotTaken } from '../../src/platform/adapters/messenger.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { type ModelMessage, takenMessages } from '../../testkit/contact-model.ts'
import { dayMs, hourMs } from '../../testkit/plan-installments.ts'
import { openTestApi } from '../support/api.ts'
import { pass } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api

/** 14:00 in Dubai on the 1st of March. */
const start = Date.parse('2026-03-01T10:00:00Z')

type Gateway = (text: string) => Promise<void> | void
const refusal = (): MessageNotTaken => new MessageNotTaken('the message gateway answered 503')

/** A process with a clock of its own. Its gateway takes messages to the customer's phone, and no others. */
class Process {
  readonly #phone: string
  now = start
  gateway: Gateway = () => undefined
  readonly taken: ModelMessage[] = []
  readonly app: App = {
    ...service.app,
    clock: { ...service.app.clock, now: () => this.now },
    messengers: { ...service.app.messengers, live: { send: (message) => this.#send(message) } },
  }

  constructor({ phone }: Pick<Customer, 'phone'>) {
    this.#phone = phone
  }

  async #send({ to, text, at }: Message): Promise<void> {
    if (to !== this.#phone) throw refusal()
    await this.gateway(text)
    this.taken.push({ what: text, at })
  }

  /**
   * Two rounds of the worker, because two payments of a phone that meet leave it to the next one. Waits for no lease
   * and for no backoff, which go by the database's clock.
   */
  async send(): Promise<void> {
    await service.database.query('update customer_messages set held_until = null')
    await settleDue(this.app, dueMessages)
    await settleDue(this.app, dueMessages)
  }

  texts(): string[] {
    return this.taken.map(({ what }) => what)
  }
}

let lastPhone = 507_300_000

/** Two payments of one phone, at two stores of a merchant. */
async function buyTwice() {
  // What earlier tests have left.
  await service.database.query(`update customer_messages set state = 'failed', send_at = null where state = 'waiting'`)
  lastPhone += 1
  const phone = `+971${lastPhone}`
  const { live: shop, id: merchantId } = await api.newMerchant()
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const { id } = succeed(await shop.checkout('400.00', { buyer })).body.payment
    succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
    succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
    ids.push(id)
  }
  return { shop, merchantId, phone, ids }
}

type Customer = Awaited<ReturnType<typeof buyTwice>>

/** Stores messages that wait, by turns about both payments. */
async function queue({ merchantId, phone, ids }: Customer, messages: readonly ModelMessage[]): Promise<void> {
  for (const [index, { what, at }] of messages.entries()) {
    await service.database.query(
      `insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state, send_at)
       select '${merchantId}', '${ids[index % ids.length]}', 'collected', '${what}', false, '${phone}', '${what}',
         due.at, 'waiting', due.at from (select to_timestamp(${at / 1_000})) as due (at)`,
    )
  }
}

const named = (count: number): ModelMessage[] =>
  Array.from({ length: count }, (_, index) => ({ what: `m${index + 1}`, at: start - (count - index) * 1_000 }))
const namesOf = (messages: readonly ModelMessage[]): string[] => messages.map(({ what }) => what)
const rowsOf = ({ phone }: Customer) =>
  service.database.query(`select text, state, tries from customer_messages where phone = '${phone}' order by at, text`)

test('contacts: a process that dies loses only the message that it was handing over', async () => {
  const customer = await buyTwice()
  await queue(customer, named(4))
  const dying = new Process(customer)
  const run: App['db']['run'] = async (statement, values) => {
    if (statement.name === 'mark_customer_message_sent') throw new Error('the process is gone')
    return service.app.db.run(statement, values)
  }
  await settleDue({ ...dying.app, db: { ...dying.app.db, run } }, dueMessages)
  assert.deepEqual(dying.texts(), ['m1'])
  const rows = await rowsOf(customer)
  assert.deepEqual(
    rows.map(({ text, state }) => `${text} ${state}`),
    ['m2 waiting', 'm3 waiting', 'm4 waiting', 'm1 sending'],
  )
  const other = new Process(customer)
  await settleDue(other.app, dueMessages)
  assert.deepEqual(other.texts(), [], 'nothing overtakes it while it may be under way')
  await other.send()
  assert.deepEqual(other.texts(), ['m2', 'm3', 'm4'])
})

test('contacts: no later message overtakes one that the gateway refuses', async () => {
  const customer = await buyTwice()
  await queue(customer, named(5))
  const process = new Process(customer)
  process.gateway = (text) => {
    if (text === 'm2') throw refusal()
  }
  for (let round = 1; round <= 3; round += 1) {
    await process.send()
    await settleDue(process.app, dueMessages)
  }
  assert.deepEqual(process.texts(), ['m1'])
  assert.deepEqual(
    (await rowsOf(customer)).map(({ text, state, tries }) => `${text} ${state} ${tries}`),
    ['m2 waiting 3', 'm3 waiting 0', 'm4 waiting 0', 'm5 waiting 0', 'm1 sent 1'],
  )
  process.gateway = () => undefined
  await process.send()
  assert.deepEqual(process.texts(), ['m1', 'm2', 'm3', 'm4', 'm5'])
})

test('contacts: no later message overtakes one that another process is handing over', async () => {
  const customer = await buyTwice()
  await queue(customer, named(3))
  const [slow, other] = [new Process(customer), new Process(customer)]
  let isFirst = true
  slow.gateway = async () => {
    if (isFirst) await settleDue(other.app, dueMessages)
    isFirst = false
  }
  await settleDue(slow.app, dueMessages)
  assert.deepEqual([slow.texts(), other.texts()], [['m1', 'm2', 'm3'], []])
})

test('contacts: refused messages do not count, and what waited behind them is judged again', async () => {
  const customer = await buyTwice()
  await queue(customer, named(12))
  const process = new Process(customer)
  process.gateway = (text) => {
    if (text === 'm1') throw refusal()
  }
  for (let round = 1; round <= 11; round += 1) await process.send()
  assert.deepEqual(process.texts(), [])
  await process.send()
  assert.deepEqual(process.texts(), namesOf(named(11)).slice(1))
  process.now += 30 * dayMs
  await process.send()
  assert.deepEqual(process.texts(), namesOf(named(12)).slice(1))
})

test('contacts: the hour is judged right before each message is handed over', async () => {
  const customer = await buyTwice()
  await queue(customer, named(4))
  const process = new Process(customer)
  process.now = Date.parse('2026-03-01T16:40:00Z')
  process.gateway = () => {
    process.now += hourMs / 4
  }
  await process.send()
  assert.deepEqual(process.texts(), ['m1', 'm2'])
  for (const { at } of process.taken) assert.ok(at < Date.parse('2026-03-01T17:00:00Z'))
  process.now = Date.parse('2026-03-02T04:00:00Z')
  await process.send()
  assert.deepEqual(process.texts(), ['m1', 'm2', 'm3', 'm4'])
})

test('contacts: a dispute that opens while the message before is handed over silences the next one', async () => {
  const customer = await buyTwice()
  await queue(customer, named(2))
  await service.database.query(`update customer_messages set kind = 'reminder' where phone = '${customer.phone}'`)
  const process = new Process(customer)
  process.gateway = async () => {
    const about = { payment_id: customer.ids[1], reason: 'not_delivered' }
    succeed(await customer.shop.call('POST', '/sandbox/disputes', about))
  }
  await process.send()
  assert.deepEqual(process.texts(), ['m1'])
  assert.deepEqual((await rowsOf(customer)).map(({ text, state }) => `${text} ${state}`).toSorted(), [
    'm1 sent',
    'm2 failed',
  ])
})

test('contacts: a message that is refused while its customer is erased goes to nobody', async () => {
  const customer = await buyTwice()
  await queue(customer, named(1))
  const process = new Process(customer)
  process.gateway = async () => {
    await service.database.query(
      `update customer_messages set phone = 'erased-0' where payment_id = '${customer.ids[0]}'`,
    )
    throw refusal()
  }
  await process.send()
  const rows = await service.database.query(
    `select state, send_at from customer_messages where payment_id = '${customer.ids[0]}'`,
  )
  assert.deepEqual(rows, [{ state: 'failed', send_at: null }])
})

test('contacts: the sandbox clock tries a refused message once, however far it goes', async () => {
  const { shop, ids, phone } = await buyTwice()
  const { messengers } = service.app
  const { live } = messengers
  let calls = 0
  const send = async (): Promise<never> => {
    calls += 1
    throw refusal()
  }
  Object.assign(messengers, { live: { send } })
  try {
    await pass(shop, 'P60D')
  } finally {
    Object.assign(messengers, { live })
  }
  assert.equal(calls, 1)
  const rows = await service.database.query(
    `select state, sum(tries)::int as tries, count(*)::int as messages from customer_messages
     where payment_id = any('{${ids}}') group by state`,
  )
  assert.deepEqual(rows, [{ state: 'waiting', tries: 1, messages: 6 }], phone)
})

/** A history: messages by the hour since the start, and how often the gateway refuses. */
const histories = fc.record({
  hours: fc.array(fc.integer({ min: 0, max: 24 * 12 }), { minLength: 8, maxLength: 24 }),
  /** One in so many messages is refused for good, and one in so many tries. */
  badOnes: fc.integer({ min: 3, max: 9 }),
  badTries: fc.integer({ min: 2, max: 9 }),
})

test('contacts: with random refusals the phone gets what the model says, when it says', async () => {
  const times = Array.from({ length: 6 * 46 }, (_, index) => start + index * 4 * hourMs)
  await fc.assert(
    fc.asyncProperty(histories, async ({ hours, badOnes, badTries }) => {
      const messages = hours.map((hour, index) => ({ what: `m${index}`, at: start + hour * hourMs + index }))
      const isBad = (what: string, at: number): boolean => {
        const number = Number(what.slice(1))
        return number % badOnes === 1 || (number + (at - start) / hourMs / 4) % badTries === 0
      }
      const refuses = ({ what }: ModelMessage, at: number): boolean => isBad(what, at)
      const expected = takenMessages(messages, { hoursAhead: 4, times, maxTries: 12, refuses })
      const customer = await buyTwice()
      await queue(customer, messages)
      const process = new Process(customer)
      process.gateway = (text) => {
        if (isBad(text, process.now)) throw refusal()
      }
      for (const at of times) {
        process.now = at
        await process.send()
      }
      assert.deepEqual(process.taken, expected)
    }),
    { numRuns: 5 },
  )
})
