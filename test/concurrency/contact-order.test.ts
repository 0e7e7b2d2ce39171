import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { dueMessages } from '../../src/money/collections/messages/sending.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { type ModelMessage, takenMessages } from '../../testkit/contact-model.ts'
import { dayMs, hourMs } from '../../testkit/plan-installments.ts'
import { openTestApi } from '../support/api.ts'
import { buyTwice, type ContactedCustomer, GatewayProcess, queueMessages, refusal } from '../support/contacts.ts'
import { pass } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api

/** 14:00 in Dubai on the 1st of March. */
const start = Date.parse('2026-03-01T10:00:00Z')

const named = (count: number): ModelMessage[] =>
  Array.from({ length: count }, (_, index) => ({ what: `m${index + 1}`, at: start - (count - index) * 1_000 }))
const namesOf = (messages: readonly ModelMessage[]): string[] => messages.map(({ what }) => what)
const rowsOf = ({ phone }: ContactedCustomer) =>
  service.database.query(`select text, state, tries from customer_messages where phone = '${phone}' order by at, text`)

test('contacts: a process that dies loses only the message that it was handing over', async () => {
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(4))
  const dying = new GatewayProcess(service, customer)
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
  const other = new GatewayProcess(service, customer)
  await settleDue(other.app, dueMessages)
  assert.deepEqual(other.texts(), [], 'nothing overtakes it while it may be under way')
  await other.send()
  assert.deepEqual(other.texts(), ['m2', 'm3', 'm4'])
})

test('contacts: no later message overtakes one that the gateway refuses', async () => {
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(5))
  const process = new GatewayProcess(service, customer)
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
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(3))
  const [slow, other] = [new GatewayProcess(service, customer), new GatewayProcess(service, customer)]
  let isFirst = true
  slow.gateway = async () => {
    if (isFirst) await settleDue(other.app, dueMessages)
    isFirst = false
  }
  await settleDue(slow.app, dueMessages)
  assert.deepEqual([slow.texts(), other.texts()], [['m1', 'm2', 'm3'], []])
})

test('contacts: refused messages do not count, and what waited behind them is judged again', async () => {
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(12))
  const process = new GatewayProcess(service, customer)
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
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(4))
  const process = new GatewayProcess(service, customer)
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
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(2))
  await service.database.query(`update customer_messages set kind = 'reminder' where phone = '${customer.phone}'`)
  const process = new GatewayProcess(service, customer)
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
  const customer = await buyTwice(api)
  await queueMessages(service, customer, named(1))
  const process = new GatewayProcess(service, customer)
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
  const { shop, ids, phone } = await buyTwice(api)
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
  /** Every n-th message is refused for good, and every n-th try. */
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
      const customer = await buyTwice(api)
      await queueMessages(service, customer, messages)
      const process = new GatewayProcess(service, customer)
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
