import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { refusals } from '../refusals.ts'
import { hashOf, newToken } from '../sessions/cookies.ts'
import type { MerchantSession } from '../sessions/session.ts'
import { switchMerchant as switchTo } from '../store/memberships.ts'

/**
 * Has the session go on for another merchant that the person works for, under a token that nobody had: a page of the merchant before, in
 * another tab, can send nothing any more. Answers the token. Refuses with 404 any other merchant.
 */
export async function switchMerchant(app: App, session: MerchantSession, merchantId: MerchantId): Promise<string> {
  const { sessionId: id, personId } = session
  const token = newToken()
  await app.db.transaction(async (tx) => {
    const switched = await tx.run(switchTo, { merchantId, allMerchants, id, personId, newHash: hashOf(token) })
    if (switched.length === 0) throw refusals.noSuchMember()
    const doer = { ...session, merchantId }
    await recordActivity(app, doer, { what: 'switch_merchant', onKind: 'merchant', onId: merchantId }, tx)
  })
  return token
}
