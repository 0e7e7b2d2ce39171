import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wakeCheck } from '../../src/money/charges/wake-check.ts'
import { dueReturnChecks } from '../../src/money/collections/due-returns.ts'
import { tellStory } from '../../src/money/explain/story.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { type ScriptedCards, scriptCards } from '../support/charges.ts'
import { askDoctor } from '../support/doctor.ts'
import { movedFor, pass, planOf, sendReturns } from '../support/plans.ts'
import { printedEvents } from '../support/printed-events.ts'

// Returns that the processor confirms and that fail later. Without workers.
const api = await openTestApi()
const { service } = api
const { query } = service.database
const original = { ...service.app.cards.test }
after(() => api.close())

/** 85.00 of 340.00 were paid and 300.00 are refunded: 45.00 are to be returned. */
async function refunded(shop: Shop, card = '4242424242424242'): Promise<string> {
  const id = await shop.createdPayment('340.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00' }))
  await sendReturns(api)
  return id
}

async function returnOf(id: string) {
  const [row] = await query(`select id, merchant_id, state, due_at from returns where payment_id = '${id}'`)
  return row ?? assert.fail()
}

/** The ledger entries of a return: `2 cash 4500`. */
async function entriesOf(id: string): Promise<string[]> {
  const { id: returnId } = await returnOf(id)
  const rows = await query(
    `select version, account, amount_minor::int as minor from ledger_entries where source_id = '${returnId}' order by version, account`,
  )
  return rows.map(({ version, account, minor }) => `${version} ${account} ${minor}`)
}

async function withScript(run: (cards: ScriptedCards) => Promise<void>): Promise<void> {
  try {
    await run(scriptCards(service))
  } finally {
    Object.assign(service.app.cards.test, original)
  }
}

const queriesOf = ({ requests }: ScriptedCards, id: unknown): number =>
  requests.filter((one) => one.kind === 'findRefund' && one.id === id).length

test('a sandbox card rejects a return after three days: owed again, notified, listed, and not sent again', async () => {
  const { test: shop, id: merchantId } = await api.newMerchant()
  const id = await refunded(shop, '4000000000005134')
  assert.deepEqual(
    (await planOf(shop, id)).returns.map(({ status }) => status),
    ['confirmed'],
  )
  assert.deepEqual(await movedFor(shop), ['charge 85.00 AED', 'refund 45.00 AED'])
  await pass(shop, 'P2DT23H')
  assert.deepEqual(
    (await planOf(shop, id)).returns.map(({ status }) => status),
    ['confirmed'],
  )
  await pass(shop, 'PT1H')
  const plan = await planOf(shop, id)
  assert.deepEqual(
    [plan.returns.map(({ status }) => status), plan.paid, plan.owed, plan.returned],
    [['failed'], '85.00', '-45.00', '0.00'],
  )
  assert.deepEqual(await entriesOf(id), [
    ...['1 cash -4500', '1 refunds_payable 4500'],
    ...['2 cash 4500', '2 refunds_payable -4500'],
  ])
  const [balance] = await query(
    `select sum(amount_minor)::int as cash from ledger_entries where merchant_id = '${merchantId}' and account = 'cash'`,
  )
  assert.equal(balance?.['cash'], 8_500)
  assert.deepEqual(await askDoctor(service.app), [])
  await pass(shop, 'P40D')
  await sendReturns(api)
  assert.deepEqual(await movedFor(shop), ['charge 85.00 AED'])
  const messages = await query(`select kind from customer_messages where payment_id = '${id}' and kind = 'returned'`)
  assert.equal(messages.length, 1)
  const story = (await tellStory(service.app, id)) ?? assert.fail()
  const sentences = printedEvents(story)
    .filter(({ what }) => what === 'return')
    .map(({ label, text }) => `${label} ${text}`)
  assert.deepEqual(sentences, [
    'goes back to visa …5134: it did not arrive',
    'confirmed the processor has sent it to visa …5134',
    'failed the processor says now that it did not arrive at visa …5134: it is owed to the customer again',
  ])
  assert.match(story.summary, /45\.00 did not arrive at the card and is owed to the customer/)
})

test('a failed return is not sent with the next refund; it is listed for support', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await refunded(shop, '4000000000005134')
  await pass(shop, 'P3D')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '40.00' }))
  await sendReturns(api)
  const plan = await planOf(shop, id)
  assert.deepEqual(
    plan.returns.map(({ amount, status }) => `${amount} ${status}`),
    ['45.00 failed', '40.00 confirmed'],
  )
  assert.deepEqual([plan.total, plan.paid, plan.owed], ['0.00', '45.00', '-45.00'])
  assert.deepEqual(await askDoctor(service.app), [])
  const { summary } = (await tellStory(service.app, id)) ?? assert.fail()
  assert.match(summary, /45\.00 did not arrive at the card and is owed to the customer/)
  await pass(shop, 'P3D')
  assert.equal((await planOf(shop, id)).owed, '-85.00', 'as much as has failed')
})

test('a confirmed return is checked every three days for 30 days', async () => {
  await withScript(async (cards) => {
    const { test: shop } = await api.newMerchant()
    const id = await refunded(shop)
    cards.findRefund = async () => ({ kind: 'refunded' })
    const { id: returnId } = await returnOf(id)
    for (let days = 1; days <= 31; days += 1) {
      await pass(shop, 'P1D')
      assert.equal(queriesOf(cards, returnId), Math.min(10, Math.floor(days / 3)), `after ${days} days`)
    }
    await pass(shop, 'P60D')
    assert.equal(queriesOf(cards, returnId), 10)
    assert.equal((await returnOf(id))['due_at'], null)
    assert.equal(cards.requests.filter((one) => one.kind === 'refund' && one.id === returnId).length, 1)
  })
})

test('a check without an answer is repeated, and a return that the processor does not know is not decided', async () => {
  await withScript(async (cards) => {
    const { test: shop } = await api.newMerchant()
    const id = await refunded(shop)
    const { id: returnId } = await returnOf(id)
    cards.findRefund = async () => {
      throw new Error('no answer')
    }
    await pass(shop, 'P3D')
    assert.equal((await returnOf(id))['state'], 'confirmed')
    await query(`update due_retries set next_try_at = '2026-01-01' where id = '${returnId}'`)
    cards.findRefund = async () => ({ kind: 'unknown' })
    await pass(shop, 'P1D')
    assert.deepEqual([queriesOf(cards, returnId), (await returnOf(id))['state']], [2, 'confirmed'])
    cards.findRefund = async () => ({ kind: 'failed' })
    await pass(shop, 'P4D')
    assert.equal((await returnOf(id))['state'], 'failed')
  })
})

test('concurrent, late and unordered events and checks fail a return once', async () => {
  await withScript(async (cards) => {
    const { test: shop } = await api.newMerchant()
    const id = await refunded(shop)
    const sent = await returnOf(id)
    const news = { type: 'refund' as const, merchantId: String(sent['merchant_id']) as never, id: String(sent['id']) }
    const checkTwice = () =>
      Promise.all([settleDue(service.app, dueReturnChecks), settleDue(service.app, dueReturnChecks)])
    cards.findRefund = async () => ({ kind: 'failed' })
    await Promise.all([wakeCheck(service.app, news), wakeCheck(service.app, news)])
    await checkTwice()
    assert.equal(queriesOf(cards, sent['id']), 1)
    cards.findRefund = async () => ({ kind: 'refunded' })
    await wakeCheck(service.app, news)
    await checkTwice()
    assert.deepEqual([(await returnOf(id))['state'], (await planOf(shop, id)).owed], ['failed', '-45.00'])
    assert.equal((await entriesOf(id)).length, 4)
    const [fallen] = await query(
      `select count(*)::int as times from payment_timeline where payment_id = '${id}' and move = 'fail_return'`,
    )
    assert.equal(fallen?.['times'], 1)
    assert.deepEqual(await askDoctor(service.app), [])
  })
})

test('an event during a check is not lost, and a failure that could not be saved is checked again', async () => {
  await withScript(async (cards) => {
    const { test: shop } = await api.newMerchant()
    const id = await refunded(shop)
    const sent = await returnOf(id)
    const news = { type: 'refund' as const, merchantId: String(sent['merchant_id']) as never, id: String(sent['id']) }
    cards.findRefund = async () => {
      cards.findRefund = async () => ({ kind: 'failed' })
      await wakeCheck(service.app, news)
      return { kind: 'refunded' }
    }
    await wakeCheck(service.app, news)
    await settleDue(service.app, dueReturnChecks)
    assert.equal((await returnOf(id))['state'], 'confirmed')
    await query(`create function refuse_step() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`)
    await query('create trigger cut_off before insert on payment_timeline for each row execute function refuse_step()')
    try {
      await settleDue(service.app, dueReturnChecks)
    } finally {
      await query('drop trigger cut_off on payment_timeline')
    }
    assert.equal((await returnOf(id))['state'], 'confirmed', 'all of it or nothing')
    assert.equal((await entriesOf(id)).length, 2)
    await query(`update due_retries set next_try_at = '2026-01-01' where id = '${sent['id']}'`)
    await pass(shop, 'PT2M')
    assert.equal((await returnOf(id))['state'], 'failed')
    assert.deepEqual(await askDoctor(service.app), [])
  })
})
