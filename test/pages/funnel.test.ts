import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FunnelDay, loadFunnel } from '../../src/money/checkout/figures/load-funnel.ts'
import { checkVisitFigures, countVisitChanges } from '../../src/money/checkout/figures/visit-figures.ts'
import { loadDayFigures } from '../../src/money/payments/figures/figures.ts'
import { minute } from '../../src/platform/base/times.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { fillIn, openForms, sendForm } from './forms.ts'

let service: TestService
let shop: Shop
let merchantId: string
before(async () => {
  // Almost midnight in Dubai.
  service = await startTestService({ startAt: Date.parse('2026-03-01T19:55:00Z') })
  const merchant = await newMerchant(openShop(service.urls.uae, ''))
  merchantId = merchant.id
  shop = openShop(service.urls.uae, merchant.keys.test.secret, { merchantCode: 'main' })
})
after(() => service.close())

async function funnel(): Promise<readonly FunnelDay[] | undefined> {
  const who = { merchantId, isTest: true }
  const period = { from: '2026-03-01', to: '2026-03-02' }
  // The figures of earlier days are left out.
  const figures = await loadDayFigures(service.app, who, { ...period, from: '2026-02-27' })
  return (await loadFunnel(service.app, who, period, figures))[0]?.days
}

test('a session counts once in each step of the funnel, on the day of its opening', async () => {
  await shop.createdPayment()
  const viewing = await openForms(shop)
  await fetch(viewing.webUrl)
  const proving = await openForms(shop)
  await fillIn(proving)
  const paying = await openForms(shop)
  await fillIn(paying)
  service.clock.advance(10 * minute)
  assert.equal((await sendForm(paying, 'pay')).status, 303)
  await fetch(paying.webUrl)
  const expected = [
    { date: '2026-03-01', opened: 4, pageOpened: 3, codeProved: 2, approved: 1 },
    { date: '2026-03-02', opened: 0, pageOpened: 0, codeProved: 0, approved: 0 },
  ]
  assert.deepEqual(await funnel(), expected)
  await countVisitChanges(service.app)
  assert.deepEqual(await funnel(), expected)
  assert.deepEqual(await checkVisitFigures(service.app, 10), [])
})

test('a page that is opened concurrently counts once', async () => {
  const { webUrl } = await openForms(shop)
  await Promise.all(Array.from({ length: 10 }, () => fetch(webUrl)))
  const [, second] = (await funnel()) ?? []
  assert.deepEqual([second?.opened, second?.pageOpened], [1, 1])
  assert.deepEqual(await checkVisitFigures(service.app, 10), [])
})
