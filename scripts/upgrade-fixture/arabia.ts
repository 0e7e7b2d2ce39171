import type { Street } from './street.ts'

/** Plays Demo KSA: captures and refunds around midnight in Riyadh, and a plan that began on the last day of a month. */
export async function playArabia(street: Street): Promise<void> {
  const till = street.till(3, 'sk_test_', 'demo_sa', 'SAR')
  await till.shop.call('PUT', '/sandbox/risk', {
    rules: { max_orders_per_day: 9 },
    blocked: [{ phone: '+966500000009' }],
  })
  const live = street.till(3, 'sk_', 'demo_sa', 'SAR')
  // 23:59:59 of 1 March 2026 in Riyadh.
  await till.pass('PT10H59M59S')
  const late = await till.deliver('300.00')
  await live.deliver('301.00')
  await till.pass('PT1S')
  await till.refund(late, '100.00')
  await till.deliver('302.00')
  await till.pass('P30D')
  const month = await till.sell('303.00')
  await till.capture(month, '150.00')
  // On this day refunds exceed captures.
  await till.refund(late, '200.00')
  await street.settle()
  await till.pass('P32D')
  await street.settle()
}
