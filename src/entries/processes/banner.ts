import type { Config } from '../../platform/app/config.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import { demoMerchants } from '../../platform/merchants/open-demo-merchants.ts'
import { demoEmailOf, sandboxPassword } from '../../platform/people/demo-people.ts'

/** A region and its address. */
export interface RegionAddress {
  readonly region: Region
  readonly baseUrl: string
}

/** Returns the text that is printed when the service is ready: addresses, demo keys, data folder. */
export function bannerOf(config: Config, addresses: readonly RegionAddress[]): string {
  const lines = addresses.flatMap(({ region, baseUrl }) => [
    `  ${region.toUpperCase()}  API ${baseUrl}   payment page ${baseUrl}/hpp/   dashboard ${baseUrl}/dashboard   support ${baseUrl}/support   reference ${baseUrl}/docs`,
  ])
  const keys = demoMerchants.map(
    ({ name, stores, keys }) =>
      `  ${name.padEnd(15)}  ${keys.test.secret}  (test)   ${keys.live.secret}  (live)   stores ${stores.map((store) => store.merchantCode).join(', ')}`,
  )
  const people = [`Dashboard   ${demoEmailOf.dashboard}, support ${demoEmailOf.support}, password ${sandboxPassword}`]
  const demo = config.mode === 'sandbox' ? ['Demo keys', ...keys, ...people] : []
  const data = config.databaseUrl === undefined ? [`Data in ${config.dataDir}`] : []
  return `${[`Qist serves (${config.mode})`, ...lines, ...demo, ...data, ''].join('\n')}`
}
