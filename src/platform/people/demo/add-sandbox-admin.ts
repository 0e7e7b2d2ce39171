import { allMerchants, type MerchantId, newSecretId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { insertMembership } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import { sandboxPasswordHash } from './demo-people.ts'

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
