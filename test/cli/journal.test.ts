import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ledgerChart, readChart } from '../../src/money/settlements/general-ledger/chart.ts'
import { succeed } from '../../testkit/client.ts'
import { readBooks } from '../../testkit/settlement-books.ts'
import { dateAt, formatMinorOf } from '../../testkit/settlement-model.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import {
  assertSettled,
  type ExportedLine,
  exportJournal,
  newTwoStores,
  runJournal,
  shown,
} from '../support/ledger-export.ts'
import { pass, planOf, sendReturns } from '../support/plans.ts'
import { capture, newPayingMerchant, refund } from '../support/settlements.ts'

// 14:00 of 1 March 2026 in Dubai, 13:00 in Kuwait.
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

test('a purchase with a service fee, a refund and the payout: each cause of each day is one entry', async () => {
  const { id, live } = await newPayingMerchant(api)
  const plans = [{ count: 4, period: 'P1M', service_fee: { percent: '10.00' } }]
  succeed(await live.call('PUT', '/sandbox/stores/main/plans', { plans }))
  const payment = await live.authorizedPayment('340.00')
  await capture(live, payment, '170.00', 'a')
  await capture(live, payment, '170.00', 'b')
  await pass(live, 'P1D')
  await refund(live, payment, '340.00')
  await sendReturns(api)
  const lines = await exportJournal(api.service, '--merchant', id)
  assert.deepEqual(shown(lines), [
    '2026-03-01 down_payment card_clearing 119.00',
    '2026-03-01 down_payment customer_receivable -119.00',
    '2026-03-01 capture customer_receivable 340.00',
    '2026-03-01 capture merchant_payable -340.00',
    '2026-03-01 fee merchant_payable 17.00',
    '2026-03-01 fee fee_income -17.00',
    '2026-03-01 fee_vat merchant_payable 0.85',
    '2026-03-01 fee_vat fee_vat_payable -0.85',
    '2026-03-01 service_fee customer_receivable 34.00',
    '2026-03-01 service_fee service_fee_income -34.00',
    '2026-03-02 refund merchant_payable 340.00',
    '2026-03-02 refund customer_receivable -340.00',
    '2026-03-02 customer_refund customer_receivable 119.00',
    '2026-03-02 customer_refund refunds_payable -119.00',
    '2026-03-02 confirmed_return refunds_payable 119.00',
    '2026-03-02 confirmed_return card_clearing -119.00',
    '2026-03-02 fee fee_income 17.00',
    '2026-03-02 fee merchant_payable -17.00',
    '2026-03-02 fee_vat fee_vat_payable 0.85',
    '2026-03-02 fee_vat merchant_payable -0.85',
    '2026-03-02 service_fee service_fee_income 34.00',
    '2026-03-02 service_fee customer_receivable -34.00',
    '2026-03-02 payout merchant_payable 322.15',
    '2026-03-02 payout merchant_paid_out -322.15',
  ])
  assertSettled(lines, (await readBooks(live)).settlements)
  for (const { merchant_id, merchant_code, mode } of lines)
    assert.deepEqual([merchant_id, merchant_code, mode], [id, 'main', 'live'])
})

test('AED and KWD, refunds and disputes: the totals are those of settlements, charges and payouts', async () => {
  const { id, ae, kw, test: own } = await newTwoStores(api)
  const payments: [Shop, string][] = []
  for (const [shop, amount, refunded] of [
    [ae, '100.03', '10.00'],
    [kw, '34.002', '10.000'],
    [own, '77.77', '10.00'],
  ] as const) {
    for (const part of [1, 2]) {
      const payment = await shop.capturedPayment(amount)
      payments.push([shop, payment])
      if (part === 1) await refund(shop, payment, refunded)
    }
  }
  const [, disputed = ''] = payments.filter(([shop]) => shop === kw).map(([, payment]) => payment)
  const about = { payment_id: disputed, reason: 'not_delivered', amount: '5.125' }
  const { dispute } = succeed(await kw.call('POST', '/sandbox/disputes', about)).body
  await pass(ae, 'P1D')
  succeed(await kw.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute.id] }))
  await sendReturns(api)
  await pass(ae, 'P65D')

  const live = await exportJournal(api.service, '--merchant', id)
  const inTest = await exportJournal(api.service, '--merchant', id, '--mode', 'test')
  assert.ok(live.every(({ mode }) => mode === 'live') && inTest.every(({ mode }) => mode === 'test'))
  for (const [lines, shop] of [
    [live, ae],
    [inTest, own],
  ] as const) {
    const { settlements, payouts } = await readBooks(shop)
    assert.ok(settlements.length >= 1 && payouts.length >= 1)
    assertSettled(lines, settlements)
    const paid = lines.flatMap(({ cause, account, merchant_code, date, minor, currency }) => {
      const isPayout = cause === 'payout' && account === 'merchant_payable'
      return isPayout ? [`${merchant_code} ${date} ${formatMinorOf(minor, currency)}`] : []
    })
    const expected = payouts.map(({ merchant_code, paid_at, amount, currency }) => {
      return `${merchant_code} ${dateAt(Date.parse(paid_at), currency)} ${amount}`
    })
    assert.deepEqual(paid.toSorted(), expected.toSorted())
  }
  const refunds = live.filter(({ cause, account }) => cause === 'refund' && account === 'merchant_payable')
  assert.deepEqual(
    refunds.map(({ date, currency, minor }) => `${date} ${formatMinorOf(minor, currency)}`),
    ['2026-03-01 10.00', '2026-03-01 10.000', '2026-03-02 5.125'],
  )
  const ofTest = ([shop]: readonly [Shop, string]): boolean => shop === own
  await assertCharged(inTest, payments.filter(ofTest))
  await assertCharged(live, payments.slice(0, 4))
})

/** Asserts that `card_clearing` has the charges of each day. */
async function assertCharged(lines: readonly ExportedLine[], payments: readonly [Shop, string][]): Promise<void> {
  const charged = new Map<string, number>()
  for (const [shop, id] of payments) {
    const { charges, currency } = await planOf(shop, id)
    for (const { at, amount, status } of charges) {
      assert.equal(status, 'charged')
      const of = `${dateAt(Date.parse(at), currency as 'AED')} ${currency}`
      charged.set(of, (charged.get(of) ?? 0) + Number(amount.replace('.', '')))
    }
  }
  const exported = new Map<string, number>()
  for (const { cause, account, date, currency, minor } of lines) {
    if (account !== 'card_clearing' || !['down_payment', 'installment'].includes(cause)) continue
    exported.set(`${date} ${currency}`, (exported.get(`${date} ${currency}`) ?? 0) + Number(minor))
  }
  assert.ok(charged.size > 2)
  assert.deepEqual([...exported].toSorted(), [...charged].toSorted())
}

test('the same bytes twice, of all merchants together and of each alone', async () => {
  const days = ['--from', '2026-01-01', '--to', '2027-01-01']
  const [first, again] = [await runJournal(api.service, ...days), await runJournal(api.service, ...days)]
  assert.equal(first.code, 0, first.stderr)
  assert.equal(first.stdout, again.stdout)
  const lines = await exportJournal(api.service, ...days)
  const merchants = [...new Set(lines.map(({ merchant_id }) => merchant_id))]
  assert.ok(merchants.length >= 2, `${merchants.length}`)
  const alone: ExportedLine[] = []
  for (const merchant of merchants) alone.push(...(await exportJournal(api.service, ...days, '--merchant', merchant)))
  assert.deepEqual(alone, lines)
})

test("the example of docs/journal.md equals the command's output", async () => {
  const { id, live } = await newPayingMerchant(api)
  await live.capturedPayment('340.00')
  await pass(live, 'P1D')
  const { stdout } = await runJournal(api.service, '--from', '2026-03-01', '--to', '2026-04-01', '--merchant', id)
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'journal.md'), 'utf8')
  const example = /(?<=<!-- example -->\n\n```csv\n)[\s\S]*?(?=```)/.exec(page)?.[0]
  // Ids of merchants and stores differ in every run.
  const ids = [...new Set(stdout.match(/(?<=^\d{4}-\d\d-\d\d-)[0-9a-f]{16}(?=,)/gm))]
  const numbered = ids.reduce((text, found, index) => text.replaceAll(found, `${index + 1}`.padStart(16, '0')), stdout)
  assert.equal(numbered.replaceAll(id, '00000000-0000-4000-8000-000000000001').replaceAll('\r', ''), example)
})

test('the chart of docs/journal.md has every account', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'journal.md'), 'utf8')
  const chart = readChart(Buffer.from(/account,code,name[^`]*/.exec(page)?.[0] ?? ''))
  assert.ok(typeof chart !== 'string', `${chart}`)
  assert.deepEqual([...chart.keys()].toSorted(), [...ledgerChart.keys()].toSorted())
})
