import { type Caller, succeed } from '../testkit/client.ts'
import type { Rates } from '../testkit/fee-model.ts'
import type { Random } from '../testkit/random.ts'
import { type Currency, formatMinorOf, type ModelStore } from '../testkit/settlement-model.ts'
import type { Records } from './records.ts'

export type Mode = 'test' | 'live'

/** A store of the month; its rates change in between. */
export interface MonthStore extends ModelStore {
  readonly rates: (Rates & { readonly from: number })[]
  /** The days of the month on which its rates change. */
  readonly changes: ReadonlySet<number>
  /** The store has no orders after this day. */
  readonly lastDay: number
  /** The store's share of the merchant's payments, relative to its other stores. */
  readonly weight: number
  /** The number of days after which the service captures. */
  readonly autoCaptureDays: number
}

export interface MonthMerchant {
  readonly id: string
  readonly stores: readonly MonthStore[]
  readonly callers: Readonly<Record<Mode, Caller>>
}

const currencyOf = { AE: 'AED', KW: 'KWD', SA: 'SAR' } as const

/** Opens the stores at the merchants, by turns in both regions, each store with its own fees. */
export async function openMerchants(
  records: Records,
  callers: { readonly uae: Caller & CallerFactory; readonly ksa: Caller & CallerFactory },
  size: { readonly merchants: number; readonly stores: number; readonly days: number },
  random: Random,
): Promise<MonthMerchant[]> {
  const merchants: MonthMerchant[] = []
  for (let index = 0; index < size.merchants; index += 1) {
    const region = index % 2 === 0 ? 'uae' : 'ksa'
    const count = Math.ceil((size.stores - index) / size.merchants)
    const countries = Array.from({ length: count }, (_, at) => (region === 'ksa' ? 'SA' : at % 2 === 0 ? 'AE' : 'KW'))
    const stores = countries.map((country, at) => newStore(random, `store_${at + 1}`, currencyOf[country], size.days))
    const body = {
      ...{ name: `Merchant ${index + 1}`, region },
      stores: stores.map((store, at) => ({ merchant_code: store.code, country: countries[at], fee: feeOf(store) })),
    }
    const made = succeed(await callers[region].call('POST', '/sandbox/merchants', body)).body
    const { test, live } = made.keys
    const as = (key: string): Caller => callers[region].as(key)
    merchants.push({
      id: made.merchant.id,
      stores,
      callers: { test: as(test.secret), live: as(live.secret) },
    })
    for (const { code, autoCaptureDays } of stores) {
      await records.query(
        `update stores set auto_capture_seconds = ${autoCaptureDays * 86_400}
         where merchant_id = '${made.merchant.id}' and merchant_code = '${code}'`,
      )
    }
  }
  return merchants
}

interface CallerFactory {
  as(key: string): Caller
}

function newStore(random: Random, code: string, currency: Currency, days: number): MonthStore {
  const middle = Math.ceil(days / 2)
  return {
    ...{ code, currency },
    rates: [{ ...newRates(random, currency), from: Number.NEGATIVE_INFINITY }],
    changes: new Set(random.chance(0.6) ? [middle, random.between(1, days)] : []),
    lastDay: random.chance(0.2) ? middle : days,
    weight: random.pick([1, 2, 2, 3, 8]),
    autoCaptureDays: random.pick([21, 21, 5, 2, 0]),
  }
}

function newRates(random: Random, currency: Currency): Rates {
  const isFree = random.chance(0.08)
  return {
    percent: isFree ? 0 : random.pick([0, 199, 250, random.between(1, 1_200)]),
    fixed: BigInt(isFree || random.chance(0.3) ? 0 : random.between(1, currency === 'KWD' ? 400 : 250)),
    vatPercent: random.pick([0, 500, 500, 1_500]),
    refund: random.pick(['percent', 'percent', 'none', 'all'] as const),
  }
}

function feeOf({ currency, rates: [rates] }: MonthStore) {
  const { percent, fixed, vatPercent, refund } = rates ?? { percent: 0, fixed: 0n, vatPercent: 0, refund: 'percent' }
  const fee = { percent: percentText(percent), fixed: formatMinorOf(fixed, currency) }
  return { ...fee, vat_percent: percentText(vatPercent), refund }
}

/** Changes a store's rates. The merchant's money must not move meanwhile. `now`: the merchant's time. */
export async function changeRates(
  records: Records,
  { id }: MonthMerchant,
  store: MonthStore,
  random: Random,
  now: () => Promise<number>,
): Promise<void> {
  const rates = newRates(random, store.currency)
  await records.query(
    `update stores set fee_percent = ${rates.percent}, fee_fixed_minor = ${rates.fixed},
       fee_vat_percent = ${rates.vatPercent}, fee_refund = '${rates.refund}'
     where merchant_id = '${id}' and merchant_code = '${store.code}'`,
  )
  store.rates.push({ ...rates, from: await now() })
}

function percentText(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}
