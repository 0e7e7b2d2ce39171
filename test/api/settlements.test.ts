import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'
import { pass } from '../support/plans.ts'
import { capture, get, newPayingMerchant, refund } from '../support/settlements.ts'

// 14:00 of 1 March 2026 in Dubai, 13:00 in Riyadh and Kuwait.
const api = await openTestApi()
after(() => api.close())

const sums = ({ captures, refunds, dispute_refunds, fees, vat, net }: Record<string, string>) => ({
  captures,
  refunds,
  dispute_refunds,
  fees,
  vat,
  net,
})

test('a day of captures and refunds is open until midnight, then closed, and paid at ten', async () => {
  const { test: shop } = await newPayingMerchant(api)
  const id = await shop.authorizedPayment('340.00')
  await capture(shop, id, '340.00', 'c1')
  await refund(shop, id, '40.00', 'r1')
  assert.deepEqual((await get(shop, '/api/v1/settlements')).settlements, [])
  const open = await get(shop, '/api/v1/settlements/2026-03-01')
  const day = {
    captures: '340.00',
    refunds: '40.00',
    dispute_refunds: '0.00',
    fees: '15.00',
    vat: '0.75',
    net: '284.25',
  }
  assert.deepEqual([open.status, open.merchant_code, open.currency, open.is_test], ['open', 'main', 'AED', true])
  assert.deepEqual([sums(open), open.payout_id, open.ledger_head, open.closing], [day, null, null, '284.25'])

  await pass(shop, 'PT10H')
  const [closed] = (await get(shop, '/api/v1/settlements')).settlements
  assert.deepEqual([closed.id, closed.date, closed.status, sums(closed)], [open.id, '2026-03-01', 'closed', day])
  assert.match(closed.ledger_head, /^[0-9a-f]{64}$/)
  const whole = await get(shop, `/api/v1/settlements/${closed.id}`)
  const payment = await get(shop, `/api/v2/payments/${id}`)
  assert.deepEqual(whole, { ...closed, lines: open.lines })
  assert.deepEqual(whole.lines, [
    {
      ...{
        id: payment.captures[0].id,
        type: 'capture',
        payment_id: id,
        order_reference_id: '1001',
        reference_id: 'c1',
      },
      ...{ created_at: '2026-03-01T10:00:00Z', amount: '340.00', fee: '17.00', vat: '0.85', net: '322.15' },
    },
    {
      ...{ id: payment.refunds[0].id, type: 'refund', payment_id: id, order_reference_id: '1001', reference_id: 'r1' },
      ...{ created_at: '2026-03-01T10:00:00Z', amount: '-40.00', fee: '-2.00', vat: '-0.10', net: '-37.90' },
    },
  ])
  assert.deepEqual((await get(shop, '/api/v1/payouts')).payouts, [])

  await pass(shop, 'PT9H59M')
  assert.equal((await get(shop, `/api/v1/settlements/${closed.id}`)).status, 'closed')
  await pass(shop, 'PT1M')
  const { payouts, pagination } = await get(shop, '/api/v1/payouts')
  const [payout] = payouts
  assert.deepEqual(pagination, { limit: 20, offset: 0, total_count: 1 })
  assert.deepEqual(
    [payout.merchant_code, payout.currency, payout.amount, payout.status, payout.paid_at, payout.settlement_ids],
    ['main', 'AED', '284.25', 'paid', '2026-03-02T06:00:00Z', [closed.id]],
  )
  const paid = await get(shop, `/api/v1/settlements/${closed.id}`)
  assert.deepEqual(
    [paid.status, paid.payout_id, paid.opening, paid.paid_out, paid.closing, sums(paid)],
    ['paid', payout.id, '0.00', '284.25', '0.00', day],
  )
})

test('a closed day never changes: later movements are in a later day, and a refund after the payout is deducted once', async () => {
  const { test: shop } = await newPayingMerchant(api)
  const id = await shop.capturedPayment('340.00')
  await pass(shop, 'P2D')
  const [first] = (await get(shop, '/api/v1/settlements')).settlements
  await refund(shop, id, '340.00')
  await pass(shop, 'P1D')
  const [second, before] = (await get(shop, '/api/v1/settlements')).settlements
  assert.deepEqual(before, first)
  assert.deepEqual([second.date, second.status], ['2026-03-03', 'closed'])
  const gone = {
    captures: '0.00',
    refunds: '340.00',
    dispute_refunds: '0.00',
    fees: '-17.00',
    vat: '-0.85',
    net: '-322.15',
  }
  assert.deepEqual(sums(second), gone)
  // At 10:00 a negative balance is not paid; the next day compensates it.
  await pass(shop, 'P1D')
  assert.equal((await get(shop, '/api/v1/payouts')).payouts.length, 1)
  await shop.capturedPayment('500.00')
  await pass(shop, 'P2D')
  const [payout] = (await get(shop, '/api/v1/payouts')).payouts
  const days = (await get(shop, '/api/v1/settlements')).settlements
  assert.deepEqual(payout.amount, '151.60')
  assert.deepEqual(payout.settlement_ids, [days[1].id, days[0].id])
  assert.deepEqual(
    days.map((day: Record<string, string>) => [
      day['status'],
      day['opening'],
      day['net'],
      day['paid_out'],
      day['closing'],
    ]),
    [
      ['paid', '-322.15', '473.75', '151.60', '0.00'],
      ['paid', '0.00', '-322.15', '0.00', '-322.15'],
      ['paid', '0.00', '322.15', '322.15', '0.00'],
    ],
  )
})

test('the refund of a dispute is counted separately, and its fee is returned', async () => {
  const { live } = await newPayingMerchant(api)
  const id = await live.capturedPayment('340.00')
  const { dispute } = succeed(
    await live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered', amount: '100.00' }),
  ).body
  succeed(await live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute.id] }))
  const day = await get(live, '/api/v1/settlements/2026-03-01')
  assert.deepEqual(sums(day), {
    ...{ captures: '340.00', refunds: '0.00', dispute_refunds: '100.00', fees: '12.00', vat: '0.60', net: '227.40' },
  })
  assert.deepEqual(
    day.lines.map((line: Record<string, string>) => [line['type'], line['reference_id'], line['net']]),
    [
      ['capture', 'whole', '322.15'],
      ['dispute_refund', `dispute-${dispute.id}`, '-94.75'],
    ],
  )
})

test('a line has the order reference at the time of the movement', async () => {
  const { test: shop } = await newPayingMerchant(api)
  const id = await shop.authorizedPayment('100.00')
  await capture(shop, id, '40.00')
  succeed(await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: '=1+1,"x"' } }))
  await capture(shop, id, '60.00')
  const { lines } = await get(shop, '/api/v1/settlements/2026-03-01')
  assert.deepEqual(
    lines.map((line: Record<string, string>) => line['order_reference_id']),
    ['1001', '=1+1,"x"'],
  )
  const csv = await shop.call('GET', '/api/v1/settlements/2026-03-01/lines.csv')
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  const rows = csv.text.split('\r\n')
  assert.equal(rows[0], 'id,type,payment_id,order_reference_id,reference_id,created_at,amount,fee,vat,net')
  assert.deepEqual(rows.slice(1), [
    `${lines[0].id},capture,${id},1001,,2026-03-01T10:00:00Z,40.00,2.00,0.10,37.90`,
    `${lines[1].id},capture,${id},"=1+1,""x""",,2026-03-01T10:00:00Z,60.00,3.00,0.15,56.85`,
    '',
  ])
})
