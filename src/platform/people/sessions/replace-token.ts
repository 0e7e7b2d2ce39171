import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Queryable } from '../../db/db.ts'
import { sessionsOf } from '../store/sessions.ts'
import { hashOf, newToken } from './cookies.ts'
import type { BackOfficeSession } from './session.ts'

/**
 * Opens a session, in which more was proved than before, under a token that nobody had: the earlier one is worth nothing any more. Answers
 * undefined where somebody else has just done so. With a transaction it stands or falls with what was proved.
 */
export async function replaceToken(
  app: App,
  { backOffice, hash, stage }: BackOfficeSession,
  on: Queryable = app.db,
): Promise<string | undefined> {
  const token = newToken()
  const key = { merchantId: allMerchants, tokenHash: hash, newHash: hashOf(token) }
  const replaced = await on.run(sessionsOf[backOffice].replaceToken, { ...key, stage, now: app.clock.now() })
  return replaced.length > 0 ? token : undefined
}
