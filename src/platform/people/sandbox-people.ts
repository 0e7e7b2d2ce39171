import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId, newSecretId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import { sandboxPasswordHash } from './demo-people.ts'
import { insertMembership } from './store/memberships.ts'
import { peopleOf } from './store/people.ts'
import { countSandboxPeople as count, deletePeopleOfMerchants, deleteSandboxPeople } from './store/sandbox-people.ts'

/** Adds an admin with the public password to a new merchant of a sandbox. Returns the e-mail. */
export async function addSandboxAdmin(tx: Tx, merchantId: MerchantId, now: Instant): Promise<string> {
  // Ids begin with the time: ids of the same minute differ only at the end.
  const email = `admin@${merchantId.slice(-12)}.test`
  const made = { merchantId: allMerchants, id: newSecretId(), email, passwordHash: sandboxPasswordHash, lang: null }
  const [person] = await tx.run(peopleOf.dashboard.insert, { ...made, origin: 'sandbox', now })
  if (person === undefined) throw new Error(`there is somebody at ${email}`)
  await tx.run(insertMembership, { merchantId, personId: person.id, role: 'admin', now })
  return email
}

/** Counts of people and invitations that came from a sandbox. */
export interface SandboxPeople {
  /** People with the public password, or who accepted an invitation in the sandbox. */
  readonly people: number
  /** Open invitations. */
  readonly invitations: number
}

/** Returns how many people and open invitations of the database were made in a sandbox. */
export async function countSandboxPeople(app: Pick<App, 'db' | 'clock'>): Promise<SandboxPeople> {
  const [found] = await app.db.run(count, { merchantId: allMerchants, now: app.clock.now() })
  return found ?? { people: 0, invitations: 0 }
}

/**
 * Removes people who were made in a sandbox, with their sessions and memberships. Their activities stay.
 * Also ends the sandbox's open invitations. If it removes a person, it ends all open invitations,
 * because a sandbox shows its mail to all visitors. Returns both counts. A second call changes nothing.
 */
export async function removeSandboxPeople(app: App): Promise<SandboxPeople> {
  const [gone] = await app.db.run(deleteSandboxPeople, { merchantId: allMerchants, now: app.clock.now() })
  return gone ?? { people: 0, invitations: 0 }
}

/** Removes the memberships of removed merchants, and people who were made with one of them and have no other. */
export async function removePeopleOfMerchants(tx: Tx, merchantIds: readonly MerchantId[]): Promise<void> {
  if (merchantIds.length > 0) await tx.run(deletePeopleOfMerchants, { merchantId: allMerchants, merchantIds })
}
