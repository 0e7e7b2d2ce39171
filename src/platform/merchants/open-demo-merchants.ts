import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { hashKey } from './keys/key.ts'
import { findKeyByHash } from './keys/store.ts'
import { type MerchantKeys, type NewMerchant, openMerchant } from './open-merchant.ts'

/** Returns keys whose UUID repeats one digit, such as `sk_test_11111111-1111-4111-8111-111111111111`. */
function demoKeys(digit: string): MerchantKeys {
  const block = digit.repeat(4)
  const id = `${block}${block}-${block}-4${digit.repeat(3)}-8${digit.repeat(3)}-${block}${block}${block}`
  return {
    test: { secret: `sk_test_${id}`, public: `pk_test_${id}` },
    live: { secret: `sk_${id}`, public: `pk_${id}` },
  }
}

/** The merchants of a new sandbox. Their keys are published. */
export const demoMerchants: readonly (NewMerchant & { keys: MerchantKeys })[] = [
  {
    name: 'Demo UAE',
    region: 'uae',
    stores: [
      { merchantCode: 'demo_ae', country: 'AE', checkout: 'strict' },
      { merchantCode: 'demo_kw', country: 'KW', checkout: 'strict' },
      { merchantCode: 'demo_plugin', country: 'AE', checkout: 'lenient' },
    ],
    keys: demoKeys('1'),
  },
  {
    name: 'Other UAE',
    region: 'uae',
    stores: [{ merchantCode: 'other_ae', country: 'AE', checkout: 'strict' }],
    keys: demoKeys('2'),
  },
  {
    name: 'Demo KSA',
    region: 'ksa',
    stores: [{ merchantCode: 'demo_sa', country: 'SA', checkout: 'strict' }],
    keys: demoKeys('3'),
  },
  // Plug-ins derive the merchant code from the order's currency or country.
  {
    name: 'Plugin demo UAE',
    region: 'uae',
    stores: [
      { merchantCode: 'AE', country: 'AE', checkout: 'lenient' },
      { merchantCode: 'KW', country: 'KW', checkout: 'lenient' },
      { merchantCode: 'default', country: 'AE', checkout: 'lenient' },
    ],
    keys: demoKeys('4'),
  },
  {
    name: 'Plugin demo KSA',
    region: 'ksa',
    stores: [
      { merchantCode: 'SA', country: 'SA', checkout: 'lenient' },
      { merchantCode: 'ksa', country: 'SA', checkout: 'lenient' },
    ],
    keys: demoKeys('5'),
  },
]

/**
 * Creates the missing demo merchants and returns the ids of all, in their order. Two processes that start at once
 * create each merchant once.
 */
export async function openDemoMerchants(app: Pick<App, 'db' | 'clock'>): Promise<readonly MerchantId[]> {
  const ids: MerchantId[] = []
  for (const merchant of demoMerchants) ids.push((await findId(app, merchant)) ?? (await open(app, merchant)))
  return ids
}

type DemoMerchant = (typeof demoMerchants)[number]

async function findId(app: Pick<App, 'db'>, { keys }: DemoMerchant): Promise<MerchantId | undefined> {
  const [existing] = await app.db.run(findKeyByHash, { hash: hashKey(keys.test.secret) })
  return existing?.merchant_id
}

async function open(app: Pick<App, 'db' | 'clock'>, merchant: DemoMerchant): Promise<MerchantId> {
  try {
    return (await openMerchant(app, { ...merchant, origin: 'demo' })).merchant.merchantId
  } catch (error) {
    // 23505: another process has just created it, so the hash of its key is taken.
    const made = (error as { code?: string }).code === '23505' ? await findId(app, merchant) : undefined
    if (made === undefined) throw error
    return made
  }
}
