import assert from 'node:assert/strict'
import type { Answer } from '../../testkit/client.ts'
import { openReference, type Reference } from '../../testkit/conform.ts'
import {
  demoKey,
  type Merchant,
  type NewMerchantOptions,
  newMerchant,
  openShop,
  type Shop,
  type ShopOptions,
} from '../../testkit/shop.ts'
import { newestError, startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** The whole service and its shops. Every answer is checked against the API reference. */
export interface TestApi {
  readonly service: TestService
  readonly reference: Reference
  /** Demo UAE with its test key, at `demo_ae`. */
  readonly shop: Shop
  /** A shop with another key, by default in the UAE region. */
  open(key: string, options?: ShopOptions & { readonly region?: 'uae' | 'ksa' }): Shop
  /** A new merchant that no other test uses. */
  newMerchant(options?: NewMerchantOptions): Promise<NewMerchant>
  /** The number of rows of each table, to assert that a call changed none. */
  countRows(): Promise<Record<string, number>>
  close(): Promise<void>
}

export interface NewMerchant extends Merchant {
  readonly test: Shop
  readonly live: Shop
}

const currencyOf = { AE: 'AED', KW: 'KWD', SA: 'SAR' }
const counted = [
  ...['payments', 'payment_orders', 'sessions', 'ledger_entries', 'payment_timeline'],
  ...['charges', 'returns', 'collections', 'saved_cards', 'sandbox_processor_movements'],
]

export async function openTestApi(options: TestServiceOptions = {}): Promise<TestApi> {
  const service = await startTestService(options)
  const reference = await openReference(service.urls.uae)
  const open: TestApi['open'] = (key, { region = 'uae', ...rest } = {}) =>
    openShop(service.urls[region], key, { onAnswer: reference.conform, ...rest })
  return {
    service,
    reference,
    shop: open(demoKey(1)),
    open,
    async newMerchant(of = {}) {
      const { country = 'AE' } = of
      const region = country === 'SA' ? 'ksa' : 'uae'
      const merchant = await newMerchant(open('', { region }), of)
      const shopOptions = { region, merchantCode: 'main', currency: currencyOf[country] } as const
      const { test, live } = merchant.keys
      return { ...merchant, test: open(test.secret, shopOptions), live: open(live.secret, shopOptions) }
    },
    async countRows() {
      const selects = counted.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')
      const [row] = await service.database.query(`select ${selects}`)
      return row as Record<string, number>
    },
    close: () => service.close(),
  }
}

/** Asserts that the answer is this one error. */
export function assertRefused(answer: Answer, status: number, error: string): void {
  const found = [answer.status, answer.body?.error ?? answer.text]
  // The answer of an unexpected failure has no cause.
  if (answer.status === 500 && status !== 500) found.push(newestError)
  assert.deepEqual(found, [status, error])
}

/** Asserts that the answer is 400 with exactly these wrong fields, in any order: `$.amount`, or `$.amount required`. */
export function assertWrong(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 400, answer.text)
  const errors: { field: string; code: string }[] = answer.body.errors ?? assert.fail(answer.text)
  const wrong = errors.map(({ field, code }) => (code === 'invalid_value' ? field : `${field} ${code}`))
  assert.deepEqual(wrong.sort(), [...fields].sort())
}

/** Asserts that the path does not exist. */
export function assertNoRoute(answer: Answer): void {
  assert.deepEqual([answer.status, answer.text], [404, '404 page not found'])
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
}

/** An id that no object has. */
export const nobody = '00000000-0000-4000-8000-000000000000'
