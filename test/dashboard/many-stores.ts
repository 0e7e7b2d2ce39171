import { type BackOfficeVisitor, newBackOfficeVisitor, trySignIn } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, openShop, type Shop } from '../../testkit/shop.ts'
import type { TestApi } from '../support/api.ts'

/** One store of a merchant, as its shop in one mode. */
export interface StoreShop extends Shop {
  readonly code: string
  readonly currency: string
}

/** A merchant with two stores in dirhams and one in dinars, and its admin. */
export interface ManyStores {
  readonly id: string
  readonly email: string
  readonly admin: BackOfficeVisitor
  readonly live: readonly [StoreShop, StoreShop, StoreShop]
  readonly test: readonly [StoreShop, StoreShop, StoreShop]
  /** Advances the clock of the merchant. */
  pass(advance: string): Promise<void>
}

const stores = [
  { merchant_code: 'main', country: 'AE', fee: { percent: '5.00', vat_percent: '5.00' } },
  {
    merchant_code: 'mall',
    country: 'AE',
    fee: { percent: '2.90', fixed: '1.00', vat_percent: '5.00', refund: 'none' },
  },
  { merchant_code: 'kuwait', country: 'KW', fee: { percent: '3.33' } },
]

export async function newManyStores({ shop, service, reference }: TestApi): Promise<ManyStores> {
  const url = service.urls.uae
  const made = succeed(await shop.call('POST', '/sandbox/merchants', { name: 'Lamps', region: 'uae', stores })).body
  const { email, password } = made.dashboard
  const admin = newBackOfficeVisitor(url)
  await trySignIn(admin, email, password)
  const open = (key: string): ManyStores['live'] => {
    const of = ([code, currency]: readonly [string, string]): StoreShop => ({
      ...openShop(url, key, { merchantCode: code, currency, onAnswer: reference.conform }),
      ...{ code, currency },
    })
    return [of(['main', 'AED']), of(['mall', 'AED']), of(['kuwait', 'KWD'])]
  }
  const live = open(made.keys.live.secret)
  return {
    ...{ id: made.merchant.id, email, admin, live, test: open(made.keys.test.secret) },
    async pass(advance) {
      succeed(await live[0].call('POST', '/sandbox/clock', { advance }))
    },
  }
}

/** Sells an amount to a new customer. Returns the payment. */
export async function sell(shop: Shop, amount: string): Promise<string> {
  const { payment } = succeed(await shop.checkout(amount, { buyer: newBuyer() })).body
  succeed(await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${payment.id}/captures`, { amount, reference_id: 'all' }))
  return payment.id
}

/** Refunds an amount after a dispute. */
export async function loseDispute(shop: Shop, payment_id: string, amount: string): Promise<void> {
  const body = { payment_id, reason: 'product_issue', amount, comment: 'It is broken' }
  const { dispute } = succeed(await shop.call('POST', '/sandbox/disputes', body)).body
  succeed(await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute.id] }))
}
