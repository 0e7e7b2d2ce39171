import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { Role } from '../roles.ts'
import { listMembers } from '../store/memberships.ts'
import type { Member } from './team.ts'

/** A merchant's people by their e-mail. */
export async function listTeam(app: App, merchantId: MerchantId): Promise<Member[]> {
  const rows = await app.db.run(listMembers, { merchantId, allMerchants })
  return rows.map((row) => ({
    personId: row.person_id,
    email: row.email,
    role: row.role as Role,
    since: row.created_at,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }))
}
