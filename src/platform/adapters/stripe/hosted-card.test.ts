import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openStripeStub } from '../../../../testkit/stripe/stripe-stub.ts'
import { TypedCard } from '../card-processor.ts'
import { openStripeCards } from './stripe-cards.ts'

const stub = await openStripeStub()
after(() => stub.close())

const log = { warn: () => undefined }
const idOf = (address: string): string => address.split('/').at(-1) ?? ''
const cards = openStripeCards({ secretKey: stub.secretKey, apiUrl: stub.url, log })

test("a card is entered on Stripe's page, one page for each id, and returns without its number", async () => {
  const { hostedCard } = cards
  assert.ok(hostedCard !== undefined)
  const entry = { id: randomUUID(), returnUrl: 'https://pay.test/session', lang: 'ar' } as const
  const address = await hostedCard.addressOf(entry)
  assert.equal(await hostedCard.addressOf(entry), address)
  assert.equal(await hostedCard.read(entry), undefined)
  stub.pages.complete(idOf(address), 'pm_card_amex')
  const card = await hostedCard.read(entry)
  assert.match(card?.token ?? '', /^cus_\w+\/pm_\w+$/)
  assert.deepEqual(
    { ...card, token: '' },
    { token: '', brand: 'american-express', lastFour: '8431', expiryMonth: 12, expiryYear: 2040 },
  )
  const other = await hostedCard.addressOf({ ...entry, id: randomUUID() })
  assert.notEqual(other, address)
})

test('a card of an unsupported brand is refused', async () => {
  const { hostedCard } = cards
  const entry = { id: randomUUID(), returnUrl: 'https://pay.test/session', lang: 'en' } as const
  stub.pages.complete(idOf((await hostedCard?.addressOf(entry)) ?? ''), 'pm_card_discover')
  assert.equal(await hostedCard?.read(entry), undefined)
})

test('a typed card number is refused', async () => {
  const typed = {
    number: '4242424242424242',
    securityCode: '123',
    brand: 'visa',
    expiryMonth: 1,
    expiryYear: 2040,
  } as const
  await assert.rejects(cards.tokenize(new TypedCard(typed)), /no card number passes through here/)
})
