import { defineReport } from '../../platform/db/statement.ts'
import { scheduledSince } from '../charges/charges-sql.ts'
import { isAskedFor, nearestParams, nearestRow } from '../plans/nearest-sql.ts'
import { disputeStatuses, isActive } from './states.ts'

const active = disputeStatuses
  .filter(isActive)
  .map((status) => `'${status}'`)
  .join(', ')

// Open disputes, oldest first, and how often the service has charged their payments since.
export const listSilences = defineReport(
  'list_silences',
  nearestParams,
  nearestRow,
  `select dispute.payment_id, ${scheduledSince('dispute', 'dispute.created_at')}::text as value
   from disputes as dispute
   where dispute.currency = :currency and dispute.status in (${active}) and ${isAskedFor('dispute')}
   order by dispute.created_at, dispute.id limit :limit`,
)
