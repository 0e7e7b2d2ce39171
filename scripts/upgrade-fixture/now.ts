import { setTimeout as pause } from 'node:timers/promises'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { signIn } from '../../test/pages/account-forms.ts'
import { openForms } from '../../test/pages/forms.ts'
import { makeChargesDue } from '../../test/support/charges.ts'
import { payAs } from './emirates.ts'
import type { Street, Till } from './street.ts'

/** Plays the work that is under way at the upgrade: it is not sent, queried or announced any more. */
export async function playNow(street: Street): Promise<void> {
  const test = street.till(1, 'sk_test_', 'demo_ae', 'AED')
  const live = street.till(1, 'sk_', 'demo_ae', 'AED')
  await loseVoid(street, test)
  await payAs(await openForms(test.shop), '4000000000003220')
  await payAs(await openForms(test.shop), '4000000000000283')
  await test.sell('69.00', '4000000000000267')
  await signIn(street.api.service.urls.uae, '+971520000101')
  const asking = await test.deliver('92.00')
  await test.play(asking, 'card', { number: '4000000000000283' })
  await test.play(asking, 'pay', { what: 'next' })
  // These returns are under way; the first two were sent once.
  await test.refund(await test.deliver('93.00', '4000000000007726'), '93.00')
  await test.refund(await test.deliver('94.00', '4000000000005126'), '90.00')
  await street.sendReturnsOnce()
  await test.refund(await test.deliver('95.00', '4000000000005126'), '95.00')
  await live.post(`/api/v2/payments/${await live.sell('96.00')}/close`)
  await test.refund(await test.deliver('97.00'), '96.99')
  await test.order('98.00')
  await test.sell('99.00')
  await test.deliver('100.00')
  const partly = await live.sell('101.00')
  await live.capture(partly, '1.00')
  const riyadh = street.till(3, 'sk_test_', 'demo_sa', 'SAR')
  await riyadh.refund(await riyadh.deliver('120.00', '4000000000007726'), '110.00')
}

/** Plays charges that were written off. One of them was charged after all, and is not returned yet. */
async function loseVoid({ api: { service } }: Street, till: Till): Promise<void> {
  const check = async (): Promise<void> => {
    await makeChargesDue(service)
    await settleDue(service.app, dueFirstCharges)
  }
  await till.sell('68.00', '4000000000000275')
  await check()
  await pause(11_000)
  const cards = service.app.cards.test
  const { refund } = cards
  Object.assign(cards, { refund: () => Promise.reject(new Error('no answer')) })
  await check()
  await till.sell('68.50', '4000000000000275')
  await check()
  Object.assign(cards, { refund })
}
