import assert from 'node:assert/strict'
import { succeed } from '../../testkit/client.ts'
import type { DisputeShop } from '../support/disputes.ts'

/** A buyer whose data equals no other text of a page. */
export const buyer = {
  name: 'Zubaida "Zuzu" Q',
  email: 'zuzu.q@personal.example',
  phone: '+971 52 777 1234',
  dob: '1990-04-17',
}

const secrets = ['Zubaida', 'zuzu.q@personal.example', 'Zuzu', /52[\s\u00a0]?777[\s\u00a0]?1234/]

/** Asserts that a page has no data of the buyer. */
export function assertHidden(text: string, where: string): void {
  for (const secret of secrets)
    assert.doesNotMatch(text, secret instanceof RegExp ? secret : new RegExp(secret, 'i'), where)
}

/** Asserts that a page has data of the buyer. */
export function assertShown(text: string): void {
  assert.match(text, /Zubaida/)
  assert.match(text, /zuzu\.q@personal\.example/)
  assert.match(text, /\+971 52 777 1234/)
}

/** The id of a captured payment of this buyer, whose order has this number. */
export async function buyIn(shop: DisputeShop, reference: string, amount = '340.00'): Promise<string> {
  const order = {
    reference_id: reference,
    items: [{ reference_id: 'S', title: 'Shirt', quantity: 1, unit_price: amount, category: 'Clothes' }],
  }
  const made = succeed(await shop.checkout(amount, { buyer, order }))
  const { id } = made.body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'c1' }))
  return id
}
