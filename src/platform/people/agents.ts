import type { App } from '../app/app.ts'
import { allMerchants } from '../base/ids.ts'
import { recordActivity } from './activities/activities.ts'
import { parseEmail } from './email.ts'
import { operatorFor } from './invitations/invitation.ts'
import { refusals } from './refusals.ts'
import { deleteAgent, listAgents as list } from './store/people.ts'
import type { Member } from './team.ts'

/** Returns support's agents, by e-mail. */
export async function listAgents(app: App): Promise<Omit<Member, 'role'>[]> {
  const rows = await app.db.run(list, { merchantId: allMerchants })
  return rows.map((row) => ({
    personId: row.id,
    email: row.email,
    since: row.created_at,
    name: row.name,
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.seen_at,
  }))
}

/** Removes an agent and the sessions. The activities stay. Refuses an e-mail of no agent. */
export async function removeAgent(app: App, typed: string): Promise<void> {
  const email = parseEmail(typed) ?? ''
  await app.db.transaction(async (tx) => {
    const [gone] = await tx.run(deleteAgent, { merchantId: allMerchants, email })
    if (gone === undefined) throw refusals.noSuchMember()
    const activity = { what: 'remove_member', onKind: 'person', onId: gone.id, details: { email } } as const
    await recordActivity(app, operatorFor(allMerchants, 'support'), activity, tx)
  })
}
