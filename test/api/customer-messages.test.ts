import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { pass, sendReturns } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

interface CustomerMessage {
  readonly kind: string
  readonly at: string
  readonly text: string
}

const messagesOf = async (shop: Shop): Promise<readonly CustomerMessage[]> =>
  succeed(await shop.call('GET', '/sandbox/messages?phone=0500000001')).body.messages
/** The id of a fully captured payment, of a customer with this language. */
async function captured(shop: Shop, lang: string): Promise<string> {
  const { id } = succeed(await shop.checkout('340.00', {}, { lang })).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000009979' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  return id
}

for (const [lang, promise, wish] of [
  ['en', 'we charge', 'We cannot charge your card ending in 9979. Please give another card here:'],
  ['ar', 'سنخصم', 'لا يمكننا الخصم من بطاقتك المنتهية بـ 9979'],
] as const) {
  test(`a reminder announces no charge to a card after a hard decline (${lang})`, async () => {
    const { test: shop } = await api.newMerchant()
    const id = await captured(shop, lang)
    await pass(shop, 'P31D')
    await pass(shop, 'P30D')
    const [before, , after] = await messagesOf(shop)
    assert.deepEqual([before?.kind, after?.kind], ['reminder', 'reminder'])
    assert.ok(before?.text.includes(promise))
    assert.ok(after && !after.text.includes(promise) && after.text.includes(wish), after?.text)
    assert.ok(after.text.includes(`purchase=${id}`))
  })
}

test('a message about a return has the time of its decision, even if it is sent later', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await captured(shop, 'en')
  const { now } = succeed(await shop.call('GET', '/sandbox/clock')).body
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00' }))
  await pass(shop, 'P10D')
  await sendReturns(api)
  assert.deepEqual(
    (await messagesOf(shop)).map(({ kind, at }) => [kind, at]),
    [['returned', now]],
  )
})
