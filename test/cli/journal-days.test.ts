import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, second } from '../../src/platform/base/times.ts'
import { succeed } from '../../testkit/client.ts'
import { readBooks } from '../../testkit/settlement-books.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import {
  assertSettled,
  type ExportedLine,
  exportJournal,
  newTwoStores,
  shown,
  sumMinor,
} from '../support/ledger-export.ts'
import { pass } from '../support/plans.ts'
import { capture, newPayingMerchant } from '../support/settlements.ts'
import { holdMovements, settleRound } from '../support/settling.ts'

// 14:00 of 1 March 2026 in Dubai, 13:00 in Kuwait.
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

test('a day begins and ends at the midnight of the store', async () => {
  const { id, ae, kw } = await newTwoStores(api)
  const at = Date.parse('2026-03-01T10:00:00Z')
  const goTo = async (time: string): Promise<void> => {
    const { now } = succeed(await ae.call('GET', '/sandbox/clock')).body
    await pass(ae, `PT${(Date.parse(time) - Date.parse(now)) / second}S`)
  }
  assert.equal(api.service.clock.now(), at)
  const payments = [await ae.authorizedPayment('100.00'), await kw.authorizedPayment('10.000')] as const
  const sell = async (reference: string): Promise<void> => {
    await capture(ae, payments[0], '1.00', reference)
    await capture(kw, payments[1], '1.000', reference)
  }
  // The last second of the day in Dubai, then midnight there, and the same in Kuwait.
  for (const time of ['19:59:59', '20:00:00', '20:59:59', '21:00:00']) {
    await goTo(`2026-03-01T${time}Z`)
    await sell(time)
  }
  const captured = (lines: readonly ExportedLine[]): string[] =>
    shown(lines.filter(({ cause, account }) => cause === 'capture' && account === 'customer_receivable'))
  const all = await exportJournal(api.service, '--merchant', id)
  assert.deepEqual(captured(all), [
    '2026-03-01 capture customer_receivable 1.00',
    '2026-03-01 capture customer_receivable 3.000',
    '2026-03-02 capture customer_receivable 3.00',
    '2026-03-02 capture customer_receivable 1.000',
  ])
  const ofDay = (from: string, to: string) => exportJournal(api.service, '--merchant', id, '--from', from, '--to', to)
  const first = await ofDay('2026-03-01', '2026-03-02')
  const next = await ofDay('2026-03-02', '2026-03-03')
  assert.deepEqual([...first, ...next], all)
})

test('a movement that is stored after its day was closed is in the entry of the day that settles it', async (t) => {
  const { id, live } = await newPayingMerchant(api)
  const { clock } = api.service
  const began = clock.now()
  const [punctual, slow] = [await live.authorizedPayment('340.00'), await live.authorizedPayment('100.00')]
  await capture(live, punctual, '340.00')
  const midnight = Math.ceil(began / day) * day - 4 * hour
  clock.set(midnight - second)
  const held = await holdMovements(api.service)
  t.after(() => held.release())
  const late = live.call('POST', `/api/v2/payments/${slow}/captures`, { amount: '100.00', reference_id: 'late' })
  await retry('the capture waits', async () => (await held.waiting()) > 0)
  // A sandbox's worker waits a few seconds after midnight.
  clock.set(midnight + 10 * second)
  await settleRound(api.service.app)
  await settleRound(api.service.app)
  const dates = async (): Promise<string[]> =>
    shown((await exportJournal(api.service, '--merchant', id)).filter(({ account }) => account === 'fee_income'))
  // It is not committed yet.
  assert.deepEqual(await dates(), ['2026-03-01 fee fee_income -17.00'])
  await held.release()
  succeed(await late)
  const expected = ['2026-03-01 fee fee_income -17.00', '2026-03-02 fee fee_income -5.00']
  // It waits to be booked.
  assert.deepEqual(await dates(), expected)
  await settleRound(api.service.app)
  assert.deepEqual(await dates(), expected)
  clock.set(midnight + day + 10 * second)
  await settleRound(api.service.app)
  await settleRound(api.service.app)
  const { settlements } = await readBooks(live)
  assert.equal(settlements.length, 2)
  const lines = await exportJournal(api.service, '--merchant', id)
  assertSettled(lines, settlements)
  clock.set(began)
})

test('captures go on meanwhile: each entry is balanced, and what was exported stays', async () => {
  const { id, live } = await newPayingMerchant(api)
  const payment = await live.authorizedPayment('340.00')
  let isOver = false
  const selling = (async () => {
    for (let number = 1; !isOver; number += 1) await capture(live, payment, '0.10', `${number}`)
    return settleRound(api.service.app)
  })()
  let captured = 0n
  for (let run = 0; run < 8; run += 1) {
    const lines = await exportJournal(api.service, '--merchant', id)
    const now = sumMinor(lines.filter(({ cause, account }) => cause === 'capture' && account === 'customer_receivable'))
    assert.ok(now >= captured, `${now}`)
    captured = now
  }
  isOver = true
  await selling
  assert.ok(captured > 0n)
})
