import { baseUrlOf } from '../../platform/app/app.ts'
import { countryOf, currencies, regionOf } from '../../platform/base/markets.ts'
import type { Api } from '../../platform/http/api.ts'
import { guardKeyless } from '../../platform/http/limit-keyless.ts'

/**
 * Answers the mobile SDKs where each currency's API, payment page and snippets are
 * (docs/contract/running.md#addresses-of-existing-clients).
 */
export function addSdkConfig({ app, server, baseUrl }: Api): void {
  const options = { onRequest: guardKeyless(app, 'page'), config: { bodyless: true }, schema: { hide: true } }
  server.post('/api/v1/sdk/config', options, async () => {
    const ofCurrencies = currencies.map(
      (currency) => [currency, regionOfSdk(baseUrlOf(app, regionOf(countryOf(currency))))] as const,
    )
    const own = regionOfSdk(baseUrl())
    return { general: own, default: own, ...Object.fromEntries(ofCurrencies) }
  })
}

// The iOS SDK takes every member of the answer for a region of this shape.
function regionOfSdk(baseUrl: string) {
  const endpoints = {
    checkoutApiBaseUrl: baseUrl,
    webCheckoutBaseUrl: baseUrl,
    widgetsBaseUrl: baseUrl,
    analyticsBaseUrl: baseUrl,
  }
  return { endpoints }
}
