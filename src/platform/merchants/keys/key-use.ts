import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import { type Instant, minute } from '../../base/times.ts'
import { noteKeyUse } from './store.ts'

/** When a key was used is known no more exactly than this. */
const notedEveryMs = minute

interface KeyRow {
  readonly merchant_id: MerchantId
  readonly key_id: KeyId
  readonly last_used_at: Instant | null
}

/** Notes that a key is being used, where the last use that is known was long ago. Nobody waits for it, and it may fail: the next use is noted. */
export function noteUse({ db, clock, log }: App, { merchant_id: merchantId, key_id: id, last_used_at }: KeyRow): void {
  const now = clock.now()
  const before = now - notedEveryMs
  if (last_used_at !== null && last_used_at > before) return
  db.run(noteKeyUse, { merchantId, id, now, before }).catch((err: unknown) =>
    log.warn({ err, key_id: id }, 'could not note that a key is used'),
  )
}
