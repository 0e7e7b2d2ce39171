import { type App, baseUrlOf } from '../../platform/app/app.ts'
import { countryOf, regionOf } from '../../platform/base/countries.ts'
import type { Collection } from './collection.ts'

type Purchase = Pick<Collection, 'paymentId' | 'isTest' | 'lang'>

/** Where the customer finds this purchase, after a code. */
export function accountLink(app: App, purchase: Purchase & Pick<Collection, 'currency'>): string {
  return baseUrlOf(app, regionOf[countryOf(purchase.currency)]) + accountPath(purchase)
}

/** The same without the base address. */
export function accountPath({ paymentId, isTest, lang }: Purchase): string {
  return `/account?mode=${isTest ? 'test' : 'live'}&purchase=${paymentId}&lang=${lang}`
}
