import assert from 'node:assert/strict'
import { openReference, type Reference } from '../../testkit/conform.ts'
import { type Answer, demoKey, openShop, type Shop, type ShopOptions } from '../../testkit/shop.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** The whole service and its customers, with every answer they get held against the reference. */
export interface TestApi {
  readonly service: TestService
  readonly reference: Reference
  /** Demo UAE with its test key, at `demo_ae`. */
  readonly shop: Shop
  /** A shop with another key; in the UAE region unless told. */
  open(key: string, options?: ShopOptions & { readonly region?: 'uae' | 'ksa' }): Shop
  /** A merchant that nobody else has. */
  newMerchant(options?: NewMerchantOptions): Promise<NewMerchant>
  /** How many rows each table holds: what changed nothing leaves them alone. */
  countRows(): Promise<Record<string, number>>
  close(): Promise<void>
}

interface NewMerchantOptions {
  readonly country?: 'AE' | 'KW' | 'SA'
  readonly checkout?: 'strict' | 'lenient'
}

export interface NewMerchant {
  readonly id: string
  readonly test: Shop
  readonly live: Shop
  readonly keys: Record<'test' | 'live', { secret: string; public: string }>
}

const currencyOf = { AE: 'AED', KW: 'KWD', SA: 'SAR' }
const counted = ['payments', 'payment_orders', 'sessions', 'ledger_entries', 'payment_timeline']

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
    async newMerchant({ country = 'AE', checkout = 'strict' } = {}) {
      const region = country === 'SA' ? 'ksa' : 'uae'
      const stores = [{ merchant_code: 'main', country, checkout }]
      const made = await open('', { region }).call('POST', '/sandbox/merchants', { name: 'Shop', region, stores })
      assert.equal(made.status, 200, made.text)
      const { keys, merchant } = made.body
      const shopOptions = { region, merchantCode: 'main', currency: currencyOf[country] } as const
      return {
        id: merchant.id,
        keys,
        test: open(keys.test.secret, shopOptions),
        live: open(keys.live.secret, shopOptions),
      }
    },
    async countRows() {
      const selects = counted.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')
      const [row] = await service.database.query(`select ${selects}`)
      return row as Record<string, number>
    },
    close: () => service.close(),
  }
}

/** Fails unless the answer is this single failure. */
export function assertRefused(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body?.error ?? answer.text], [status, error])
}

/** Fails unless the answer is 400 with exactly these wrong fields, in any order: `$.amount`, or `$.amount required`. */
export function assertWrong(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 400, answer.text)
  const errors: { field: string; code: string }[] = answer.body.errors ?? assert.fail(answer.text)
  const told = errors.map(({ field, code }) => (code === 'invalid_value' ? field : `${field} ${code}`))
  assert.deepEqual(told.sort(), [...fields].sort())
}

/** Fails unless the path does not exist. */
export function assertNoRoute(answer: Answer): void {
  assert.deepEqual([answer.status, answer.text], [404, '404 page not found'])
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
}

/** An id that nothing has. */
export const nobody = '00000000-0000-4000-8000-000000000000'
