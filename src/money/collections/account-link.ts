import { type App, baseUrlOf } from '../../platform/app/app.ts'
import { countryOf, regionOf } from '../../platform/base/markets.ts'
import type { Collection } from './collection.ts'

type Purchase = Pick<Collection, 'paymentId' | 'isTest' | 'lang'>

/** Returns the address of this purchase in the customer's account, where a code is needed first. */
export function accountLink(app: App, purchase: Purchase & Pick<Collection, 'currency'>): string {
  return baseUrlOf(app, regionOf(countryOf(purchase.currency))) + accountPath(purchase)
}

/** Returns the path of that address. */
export function accountPath({ paymentId, isTest, lang }: Purchase): string {
  return `/account?mode=${isTest ? 'test' : 'live'}&purchase=${paymentId}&lang=${lang}`
}
