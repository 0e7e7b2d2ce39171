import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../app/app.ts'
import type { KeyHolder } from '../caller.ts'
import { listStores } from '../stores/list-stores.ts'
import { hashKey } from './key.ts'
import { noteUse } from './key-use.ts'
import { believeKey, type KeyLookup } from './known-keys.ts'
import { permissionsOf } from './permissions.ts'
import { findKeyByHash } from './store.ts'

/** Whose key this is. Revocation is seen at once in the service that did it and within two seconds in every other. */
export function findKeyHolder(app: App, key: string): Promise<KeyLookup> {
  const hash = hashKey(key)
  return believeKey(app, hash, () => readKeyHolder(app, hash))
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
