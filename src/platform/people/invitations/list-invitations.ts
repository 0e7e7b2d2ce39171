import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { BackOffice } from '../back-office.ts'
import { listInvitations as list } from '../store/invitations.ts'
import { type Invitation, invitationFrom } from './invitation.ts'

/** Who was asked and has not come yet, the newest first; support's are of `allMerchants`. */
export async function listInvitations(app: App, backOffice: BackOffice, merchantId: MerchantId): Promise<Invitation[]> {
  return (await app.db.run(list, { merchantId, backOffice, now: app.clock.now() })).map(invitationFrom)
}
