import type { App } from '../app/app.ts'
import { regionOf } from '../base/countries.ts'
import type { Collection } from './collection.ts'
import { countryOf } from './country-of.ts'

/** Where the customer finds this purchase, after a code. */
export function accountLink(
  app: App,
  { paymentId, currency, isTest, lang }: Pick<Collection, 'paymentId' | 'currency' | 'isTest' | 'lang'>,
): string {
  const base = app.config.baseUrls[regionOf[countryOf(currency)]]
  return `${base}/account?mode=${isTest ? 'test' : 'live'}&purchase=${paymentId}&lang=${lang}`
}
