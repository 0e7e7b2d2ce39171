import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import type { FeeRates } from '../../src/platform/merchants/stores/fee-rates.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { pass } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
const { app, database } = api.service

interface FeeShop {
  readonly merchantId: string
  readonly shop: Shop
}

async function openFeeShop(fee: object, country: 'AE' | 'KW' = 'AE'): Promise<FeeShop> {
  const stores = [{ merchant_code: 'main', country, fee }]
  const { body } = succeed(await api.open('').call('POST', '/sandbox/merchants', { name: 'S', region: 'uae', stores }))
  const options = { merchantCode: 'main', currency: country === 'AE' ? 'AED' : 'KWD' }
  return { merchantId: body.merchant.id, shop: api.open(body.keys.test.secret, options) }
}

const setFees = ({ merchantId }: FeeShop, rates: Partial<FeeRates>) =>
  changeStore(app, merchantId, 'main', ({ feeRates }) => ({ feeRates: { ...feeRates, ...rates } }))

let references = 0
async function move({ shop }: FeeShop, id: string, path: 'captures' | 'refunds', amount: string): Promise<void> {
  references += 1
  const body = { amount, reference_id: `m${references}` }
  succeed(await shop.call('POST', `/api/v2/payments/${id}/${path}`, body))
}

/** The fee of each movement of a payment, in minor units: `fee vat rate`. */
async function feesOf(id: string): Promise<string[]> {
  const rows = await database.query(
    `select concat_ws(' ', fee_minor, fee_vat_minor, fee_rates ->> 'percent') as fee
     from payment_timeline where payment_id = '${id}' and move in ('capture', 'refund') order by version`,
  )
  return rows.map(({ fee }) => String(fee))
}

/** The balance of an account in a merchant's ledger, in minor units. */
async function balanceOf({ merchantId }: FeeShop, account: string): Promise<number> {
  const [row] = await database.query(
    `select coalesce(sum(amount_minor), 0)::int as sum from ledger_entries where merchant_id = '${merchantId}' and account = '${account}'`,
  )
  return Number(row?.sum)
}

test('340.00 captured and 40.00 refunded at 5 % with 5 % VAT cost 15.00 and 0.75, in the ledger and in the settlement of the day', async () => {
  const own = await openFeeShop({ percent: '5.00', vat_percent: '5.00' })
  const id = await own.shop.capturedPayment('340.00')
  await move(own, id, 'refunds', '40.00')
  assert.deepEqual(await feesOf(id), ['1700 85 500', '-200 -10 500'])
  assert.deepEqual([await balanceOf(own, 'fee_income'), await balanceOf(own, 'fee_vat_payable')], [-15_00, -75])
  assert.equal(await balanceOf(own, 'merchant'), -284_25)
  await pass(own.shop, 'P1D')
  const settled = await database.query(
    `select captures_minor::int, refunds_minor::int, fees_minor::int, vat_minor::int, net_minor::int
     from settlements where merchant_id = '${own.merchantId}'`,
  )
  const sums = { captures_minor: 340_00, refunds_minor: 40_00, fees_minor: 15_00, vat_minor: 75, net_minor: 284_25 }
  assert.deepEqual(settled, [sums])
})

test("a changed fee applies from the next capture; a refund uses its capture's rates and returns at most the charged fee", async () => {
  const own = await openFeeShop({ percent: '5.00', vat_percent: '5.00' })
  const id = await own.shop.authorizedPayment('200.00')
  await move(own, id, 'captures', '100.00')
  await setFees(own, { percent: 800 })
  await move(own, id, 'captures', '100.00')
  assert.deepEqual(await feesOf(id), ['500 25 500', '800 40 800'])
  // 10 % of 150.00 would be 15.00, but 13.00 were charged.
  await setFees(own, { percent: 1_000 })
  await move(own, id, 'refunds', '150.00')
  await setFees(own, { percent: 0, vatPercent: 0 })
  await move(own, id, 'refunds', '50.00')
  assert.deepEqual(await feesOf(id), ['500 25 500', '800 40 800', '-1300 -65 1000', ''])
  assert.deepEqual([await balanceOf(own, 'fee_income'), await balanceOf(own, 'fee_vat_payable')], [0, 0])
})

test("the fixed part is charged once per payment, in the currency's decimals, and returned by the store's setting", async () => {
  const own = await openFeeShop({ percent: '2.75', fixed: '0.125', vat_percent: '5', refund: 'all' }, 'KW')
  const id = await own.shop.authorizedPayment('10.000')
  await move(own, id, 'captures', '1.250')
  await move(own, id, 'captures', '8.750')
  assert.deepEqual(await feesOf(id), ['159 8 275', '241 12 275'])
  await move(own, id, 'refunds', '9.999')
  await move(own, id, 'refunds', '0.001')
  assert.deepEqual(await feesOf(id), ['159 8 275', '241 12 275', '-275 -14 275', '-125 -6 275'])
  const kept = await openFeeShop({ percent: '5.00', fixed: '1.00', refund: 'none' })
  const other = await kept.shop.capturedPayment('100.00')
  await move(kept, other, 'refunds', '100.00')
  assert.deepEqual(await feesOf(other), ['600 0 500', '0 0 500'])
})

test('VAT: many small captures and refunds leave no VAT, in the ledger and in the settlement of the day', async () => {
  const own = await openFeeShop({ percent: '5.00', vat_percent: '5.00' })
  const id = await own.shop.authorizedPayment('18.00')
  for (let part = 0; part < 10; part += 1) await move(own, id, 'captures', '1.80')
  assert.deepEqual(await balanceOf(own, 'fee_vat_payable'), -5)
  for (let part = 0; part < 9; part += 1) await move(own, id, 'refunds', '2.00')
  // Each capture alone has 0.0045 of VAT, which rounds to 0.00. Each refund returns 0.005, which rounds to 0.01.
  const vat = (await feesOf(id)).map((fee) => fee.split(' ')[1])
  assert.deepEqual(vat, [...'0101010101'.split(''), ...['-1', '0', '-1', '0', '-1', '0', '-1', '0', '-1']])
  assert.deepEqual([await balanceOf(own, 'fee_income'), await balanceOf(own, 'fee_vat_payable')], [0, 0])
  assert.equal(await balanceOf(own, 'merchant'), 0)
  await pass(own.shop, 'P1D')
  const settled = await database.query(
    `select fees_minor::int, vat_minor::int, net_minor::int from settlements where merchant_id = '${own.merchantId}'`,
  )
  assert.deepEqual(settled, [{ fees_minor: 0, vat_minor: 0, net_minor: 0 }])
})

test('own captures of the service cost the same', async () => {
  const own = await openFeeShop({ percent: '5.00', fixed: '1.00' })
  const id = await own.shop.authorizedPayment('340.00')
  await move(own, id, 'captures', '100.00')
  await pass(own.shop, 'P21D')
  assert.deepEqual(await feesOf(id), ['600 0 500', '1200 0 500'])
})
