import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import { type Instant, minute } from '../../base/times.ts'
import type { KeyHolder } from '../caller.ts'
import { listStores } from '../stores/stores.ts'
import { hashKey, permissionsOf } from './key.ts'
import { type KeyLookup, readCachedKey } from './known-keys.ts'
import { findKeyByHash, noteKeyUse } from './store.ts'

/**
 * Returns the holder of a key. A revoked key stops at once in the process that revoked it, and within two seconds in
 * every other.
 */
export function findKeyHolder(app: App, key: string): Promise<KeyLookup> {
  const hash = hashKey(key)
  return readCachedKey(app, hash, () => readKeyHolder(app, hash))
}

async function readKeyHolder(app: App, hash: Buffer): Promise<KeyLookup> {
  const [row] = await app.db.run(findKeyByHash, { hash })
  if (row === undefined || !timingSafeEqual(row.hash, hash)) return 'unknown'
  if (row.revoked) return 'revoked'
  noteUse(app, row)
  return {
    keyId: row.key_id,
    kind: row.kind as KeyHolder['kind'],
    isTest: row.is_test,
    permissions: row.kind === 'secret' ? permissionsOf(row.permissions) : [],
    lastFour: row.last_four,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    region: row.region as KeyHolder['region'],
    takesTokens: row.takes_tokens,
    hasRiskRules: row.has_risk_rules,
    clockOffsetMs: Number(row.clock_offset_ms),
    stores: await listStores(app, row.merchant_id),
  }
}

/** The precision of a key's last use. */
const notedEveryMs = minute

interface KeyRow {
  readonly merchant_id: MerchantId
  readonly key_id: KeyId
  readonly last_used_at: Instant | null
}

// Stores the key's use at most once a minute. The request does not wait for it, and a failure is made good by the
// next use.
function noteUse({ db, clock, log }: App, { merchant_id: merchantId, key_id: id, last_used_at }: KeyRow): void {
  const now = clock.now()
  const before = now - notedEveryMs
  if (last_used_at !== null && last_used_at > before) return
  db.run(noteKeyUse, { merchantId, id, now, before }).catch((err: unknown) =>
    log.warn({ err, key_id: id }, 'could not note that a key is used'),
  )
}
