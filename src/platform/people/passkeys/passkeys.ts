import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { listPasskeys as list } from '../store/passkeys.ts'
import { type Passkey, passkeyFrom } from './passkey.ts'

/** Returns the person's passkeys at this back office, oldest first. */
export async function listPasskeys(
  app: App,
  { backOffice, personId }: Pick<BackOfficeSession, 'backOffice' | 'personId'>,
): Promise<Passkey[]> {
  return (await app.db.run(list, { merchantId: allMerchants, backOffice, personId })).map(passkeyFrom)
}
