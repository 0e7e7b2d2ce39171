import assert from 'node:assert/strict'
import type { BackOfficeVisitor } from '../../testkit/back-office-visitor.ts'
import type { Shop } from '../../testkit/shop.ts'

/** The page of a test payment. */
export const pageOf = (id: string): string => `/dashboard/test/payments/${id}`

export type Fields = Record<string, string>

/** The hidden fields of a form that moves money. */
export function fieldsOf(page: string, form: string): Fields {
  const [, inside = assert.fail(`no form ${form}`)] =
    new RegExp(`<form[^>]* id="${form}"[^>]*>([\\s\\S]*?)</form>`).exec(page) ?? []
  return hiddenIn(inside)
}

const hiddenIn = (part: string): Fields =>
  Object.fromEntries(
    [...part.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

/** Opens the page of a payment for one of its forms. */
export async function openForm(visitor: BackOfficeVisitor, id: string, form: string): Promise<Fields> {
  return fieldsOf((await visitor.get(pageOf(id))).text, form)
}

/** Sends the form. Returns the fields of the confirmation page. */
export async function ask(
  visitor: BackOfficeVisitor,
  id: string,
  move: string,
  fields: Fields,
): Promise<{ text: string; confirmed: Fields }> {
  const { status, text } = await visitor.send(`${pageOf(id)}/${move}`, fields)
  assert.equal(status, 200, text)
  return { text, confirmed: hiddenIn(text.slice(text.indexOf('class="panel ask"'))) }
}

/** A captured payment of 200.00 whose order has three shirts with a discount, and a belt. */
export async function paymentOfItems(shop: Shop): Promise<string> {
  const items = [
    {
      ...{ reference_id: 'SKU-1', title: 'Shirt', quantity: 3, unit_price: '50.00' },
      ...{ discount_amount: '10.00', category: 'Clothes' },
    },
    { title: 'Belt', quantity: 1, unit_price: '60.00', category: 'Clothes' },
  ]
  const { body } = await shop.checkout('200.00', { order: { reference_id: 'Items-1', items } })
  const { id } = body.payment
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '200.00', reference_id: 'all' })
  return id
}
