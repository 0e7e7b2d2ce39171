import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { listAgents as list } from '../store/people.ts'
import type { Member } from './team.ts'

/** Support's people by their e-mail. */
export async function listAgents(app: App): Promise<Omit<Member, 'role'>[]> {
  const rows = await app.db.run(list, { merchantId: allMerchants })
  return rows.map((row) => ({
    personId: row.id,
    email: row.email,
    since: row.created_at,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }))
}
