import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { findSession as find, markSessionSeen } from '../store/sessions.ts'
import { hashOf } from './cookies.ts'
import { type AccountScope, type CustomerSession, signInRules } from './sign-in.ts'

/** The session of a token, which is used by this; undefined where it is unknown, of another region or mode, idle for too long or over. */
export async function findSession(
  app: App,
  { region, isTest }: AccountScope,
  token: string,
): Promise<CustomerSession | undefined> {
  const now = app.clock.now()
  const key = { merchantId: allMerchants, tokenHash: hashOf(token) }
  const [row] = await app.db.run(find, { ...key, region, isTest, now, idleSince: now - signInRules.idleMs })
  if (row === undefined) return undefined
  if (row.seen_at <= now - signInRules.seenEveryMs) await app.db.run(markSessionSeen, { ...key, now })
  return { region, isTest, secret: token, hash: key.tokenHash, phone: row.phone, cardsGiven: row.cards_given }
}
