import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { codeTriesOf, countedForPhone, phoneKeyOf } from '../messages/message-quotas.ts'
import { countTry, uncountTry } from '../messages/quota-counts.ts'
import { forgetQuotas, listQuotaMerchants } from '../store/message-quotas.ts'
import { unlockVisits } from '../store/progress.ts'
import { type CodeOutcome, codeRules } from './phone-code.ts'

/**
 * Counts a try at a phone's code, then judges it; only wrong tries stay counted. Returns `too_many`, and judges
 * nothing, after too many wrong codes for the phone within a day, at any checkout or at the account
 * (docs/contract/payment-page.md#codes).
 */
export async function judgeTry(
  app: App,
  { isTest, phone }: { readonly isTest: boolean; readonly phone: string },
  judge: () => CodeOutcome,
): Promise<CodeOutcome | 'too_many'> {
  const quota = codeTriesOf(isTest, phoneKeyOf(app, phone))
  if (quota === undefined) return judge()
  const counted = await countTry(app, quota)
  if (counted === undefined) return 'too_many'
  const outcome = judge()
  if (outcome === 'right' || outcome === 'too_old') await uncountTry(app, counted)
  return outcome
}

/**
 * Unlocks a phone (E.164) for codes, in one transaction: checkouts that wrong codes have locked, and its quotas of
 * messages and tries, at all merchants. Returns the number of unlocked checkouts.
 */
export async function unlockPhone(app: App, phone: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const unlocked = await tx.run(unlockVisits, { phone, tries: codeRules.tries, sends: codeRules.sends })
    const merchants = await tx.run(listQuotaMerchants, {})
    const merchantIds = [...merchants.map(({ merchant_id }) => merchant_id), allMerchants]
    await tx.run(forgetQuotas, { merchantIds, counted: countedForPhone(phoneKeyOf(app, phone)) })
    return unlocked.length
  })
}
