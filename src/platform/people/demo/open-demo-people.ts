import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId, newSecretId } from '../../base/ids.ts'
import { insertMembership } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import { demoAgents, demoPersons, sandboxPasswordHash } from './demo-people.ts'

/**
 * Makes those demo people who are not there yet, as members of the demo merchants whose ids these are, in their order. Two processes that
 * start at once make each of them once.
 */
export async function openDemoPeople(
  app: Pick<App, 'db' | 'clock'>,
  merchantIds: readonly MerchantId[],
): Promise<void> {
  const { db } = app
  const made = { merchantId: allMerchants, passwordHash: sandboxPasswordHash, lang: null, origin: 'demo' }
  const wanted = demoPersons.map(({ email }) => email)
  const emailsOf = (rows: readonly { email: string }[]) => new Set(rows.map(({ email }) => email))
  const there = emailsOf(await db.run(peopleOf.dashboard.listByEmails, { merchantId: allMerchants, emails: wanted }))
  for (const { email, merchant, role } of demoPersons) {
    const merchantId = merchantIds[merchant]
    if (there.has(email) || merchantId === undefined) continue
    const now = app.clock.now()
    await db.transaction(async (tx) => {
      const [person] = await tx.run(peopleOf.dashboard.insert, { ...made, id: newSecretId(), email, now })
      if (person !== undefined) await tx.run(insertMembership, { merchantId, personId: person.id, role, now })
    })
  }
  const agents = emailsOf(await db.run(peopleOf.support.listByEmails, { merchantId: allMerchants, emails: demoAgents }))
  for (const email of demoAgents) {
    if (agents.has(email)) continue
    await db.run(peopleOf.support.insert, { ...made, id: newSecretId(), email, now: app.clock.now() })
  }
}
