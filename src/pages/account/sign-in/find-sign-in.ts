import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { findSignIn as find } from '../store/sign-ins.ts'
import type { AccountScope, SignIn } from './sign-in.ts'

/** The code that this browser was sent last, if it is on its way in. */
export async function findSignIn(app: App, scope: AccountScope, browserHash: Buffer): Promise<SignIn | undefined> {
  const { region, isTest } = scope
  const [row] = await app.db.run(find, { merchantId: allMerchants, region, isTest, browserHash, now: app.clock.now() })
  if (row === undefined) return undefined
  const { id, phone, sent_at: sentAt, sends, tries } = row
  return { region, isTest, id, phone, sentAt, sends, tries }
}
