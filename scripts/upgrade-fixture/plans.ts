import { challenge } from './disputes.ts'
import type { Street, Till } from './street.ts'

const declinedLater = '4000000000000341'

/**
 * Plays Other UAE: plans that are paid on time, early, late and never, and disputes without answers, over four and a
 * half months.
 */
export async function playPlans(street: Street): Promise<void> {
  const test = street.till(2, 'sk_test_', 'other_ae', 'AED')
  const live = street.till(2, 'sk_', 'other_ae', 'AED')
  // Some processors charge in steps: a remainder below a step is written off in the end.
  const cards = street.api.service.app.cards.live
  const { limits } = cards
  Object.assign(cards, { limits: () => ({ smallestMinor: 1n, stepMinor: 10n }) })
  await live.deliver('10.07')
  const early = await begin(test, live)
  await street.settle()
  await test.pass('P40D')
  await street.settle()
  await test.play(early.replaced, 'card', { number: '4242424242424242' })
  await test.play(early.early, 'pay', { what: 'next' })
  await test.refund(early.refunded, '200.00', 'late')
  await test.refund(early.failing, '180.00')
  await test.pass('P32D')
  await street.settle()
  // Still overdue at the end.
  await test.deliver('340.00', declinedLater)
  await test.sell('88.00', declinedLater)
  await test.pass('P65D')
  await street.settle()
  Object.assign(cards, { limits })
  await test.play(early.defaulted, 'card', { number: '5555555555554444' })
  await test.play(early.defaulted, 'pay', { what: 'next' })
}

async function begin(test: Till, live: Till) {
  const defaulted = await test.deliver('340.00', declinedLater)
  await test.deliver('400.00', '4000000000009979')
  await test.deliver('100.03')
  const early = await test.deliver('240.00')
  const replaced = await test.deliver('341.00', declinedLater)
  const refunded = await test.deliver('342.00')
  const failing = await test.deliver('343.00', '4000000000005126')
  const waits = await test.sell('344.00')
  await test.capture(waits, '60.00', 'first')
  // The merchant does not answer one dispute, the customer not the other.
  const open = async (amount: string): Promise<string> =>
    (await live.post('/sandbox/disputes', { payment_id: await live.deliver(amount), reason: 'not_delivered' })).dispute
      .id
  await open('90.00')
  const dispute = await open('91.00')
  await challenge(live, dispute)
  await live.post(`/sandbox/disputes/${dispute}/request-evidence`, { from: 'customer' })
  return { defaulted, early, replaced, refunded, failing }
}
