import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { countCardGiven } from '../store/sessions.ts'
import { type CustomerSession, signInRules } from './sign-in.ts'

/** Counts a card that was typed in the session; false when there were too many: whoever has that many tries out others' cards. */
export async function countCard(app: App, { hash }: CustomerSession): Promise<boolean> {
  const key = { merchantId: allMerchants, tokenHash: hash }
  return (await app.db.run(countCardGiven, { ...key, most: signInRules.cards })).length > 0
}
