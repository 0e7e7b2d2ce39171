import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { deleteSession } from '../store/sessions.ts'
import type { CustomerSession } from './sign-in.ts'

/** Ends the session: its token opens nothing any more, wherever it is. */
export async function leaveAccount(app: App, { hash }: CustomerSession): Promise<void> {
  await app.db.run(deleteSession, { merchantId: allMerchants, tokenHash: hash })
}
