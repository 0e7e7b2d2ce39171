import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId, newSecretId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import { sandboxPasswordHash } from './demo-people.ts'
import { insertMembership } from './store/memberships.ts'
import { peopleOf } from './store/people.ts'
import { countSandboxPeople as count, deletePeopleOfMerchants, deleteSandboxPeople } from './store/sandbox-people.ts'

/** Adds an admin, with the password that everybody knows, to a merchant that is being made in a sandbox. Answers the e-mail. */
export async function addSandboxAdmin(tx: Tx, merchantId: MerchantId, now: Instant): Promise<string> {
  // The end of the id is what differs between merchants of the same minute.
  const email = `admin@${merchantId.slice(-12)}.test`
  const made = { merchantId: allMerchants, id: newSecretId(), email, passwordHash: sandboxPasswordHash, lang: null }
  const [person] = await tx.run(peopleOf.dashboard.insert, { ...made, origin: 'sandbox', now })
  if (person === undefined) throw new Error(`there is somebody at ${email}`)
  await tx.run(insertMembership, { merchantId, personId: person.id, role: 'admin', now })
  return email
}

/** What a sandbox leaves of people. */
export interface SandboxPeople {
  /** Whose password everybody knows, or whom a stranger may have let in. */
  readonly people: number
  /** Open invitations. */
  readonly invitations: number
}

/** How many people there are who came while the database was a sandbox's, and open invitations that were made in it. */
export async function countSandboxPeople(app: Pick<App, 'db' | 'clock'>): Promise<SandboxPeople> {
  const [found] = await app.db.run(count, { merchantId: allMerchants, now: app.clock.now() })
  return found ?? { people: 0, invitations: 0 }
}

/**
 * Removes whoever came while the database was a sandbox's, with a password that everybody knows or by a stranger's invitation, and all that they
 * have; what they did stays written down. Where there was anybody, every open invitation ends, for a sandbox shows its mail to all. Answers how
 * many there were of both; again changes nothing.
 */
export async function removeSandboxPeople(app: App): Promise<SandboxPeople> {
  const [gone] = await app.db.run(deleteSandboxPeople, { merchantId: allMerchants, now: app.clock.now() })
  return gone ?? { people: 0, invitations: 0 }
}

/** Removes the members of merchants that are gone, and who was made with one of them and works for no other. */
export async function removePeopleOf(tx: Tx, merchantIds: readonly MerchantId[]): Promise<void> {
  if (merchantIds.length > 0) await tx.run(deletePeopleOfMerchants, { merchantId: allMerchants, merchantIds })
}
