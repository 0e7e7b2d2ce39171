import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { parseEmail } from '../email.ts'
import { operatorFor } from '../invitations/invitation.ts'
import { refusals } from '../refusals.ts'
import { deleteAgent } from '../store/people.ts'

/** Removes somebody from support, with their sessions. What they did stays written down. Refuses who is none. */
export async function removeAgent(app: App, typed: string): Promise<void> {
  const email = parseEmail(typed) ?? ''
  await app.db.transaction(async (tx) => {
    const [gone] = await tx.run(deleteAgent, { merchantId: allMerchants, email })
    if (gone === undefined) throw refusals.noSuchMember()
    const activity = { what: 'remove_member', onKind: 'person', onId: gone.id, details: { email } } as const
    await recordActivity(app, operatorFor(allMerchants, 'support'), activity, tx)
  })
}
