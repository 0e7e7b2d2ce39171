import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { Desk } from '../desk.ts'
import { listInvitations as list } from '../store/invitations.ts'
import { type Invitation, invitationFrom } from './invitation.ts'

/** Who was asked and has not come yet, the newest first; support's are of `allMerchants`. */
export async function listInvitations(app: App, desk: Desk, merchantId: MerchantId): Promise<Invitation[]> {
  return (await app.db.run(list, { merchantId, desk, now: app.clock.now() })).map(invitationFrom)
}
