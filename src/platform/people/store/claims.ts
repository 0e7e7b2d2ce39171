import { array, columnList, int4, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { databaseNow, msFromNow } from '../../db/database-time.ts'
import { defineStatement } from '../../db/statement.ts'

const columns = { item_id: uuid, kind: text, agent_id: uuid, agent: text, taken_at: timestamptz, ends_at: timestamptz }
const item = { merchantId: uuid, itemId: uuid }
const isOfItem = 'merchant_id = :merchantId and item_id = :itemId'

// Returns no row if another claim holds the item, except that of the agent who is taken over. Claims that ended go.
export const takeClaim = defineStatement(
  'take_work_claim',
  { ...item, kind: text, agentId: uuid, agent: text, holderId: nullable(uuid), leaseMs: int4 },
  columns,
  `with ended as (
     delete from work_claims where merchant_id = :merchantId and item_id <> :itemId and ends_at <= ${databaseNow}
   )
   insert into work_claims as claim (merchant_id, ${columnList(columns)})
   values (:merchantId, :itemId, :kind, :agentId, :agent, ${databaseNow}, ${msFromNow(':leaseMs')})
   on conflict (merchant_id, item_id) do update set kind = excluded.kind, agent_id = excluded.agent_id,
     agent = excluded.agent, taken_at = excluded.taken_at, ends_at = excluded.ends_at
   where claim.ends_at <= ${databaseNow} or claim.agent_id = :holderId
   returning ${columnList(columns, 'claim')}`,
)

export const renewClaim = defineStatement(
  'renew_work_claim',
  { ...item, agentId: uuid, leaseMs: int4 },
  {},
  `update work_claims set ends_at = ${msFromNow(':leaseMs')}
   where ${isOfItem} and agent_id = :agentId and ends_at > ${databaseNow}`,
)

export const listClaims = defineStatement(
  'list_work_claims',
  { merchantId: uuid, itemIds: array(uuid) },
  columns,
  `select ${columnList(columns)} from work_claims
   where merchant_id = :merchantId and item_id = any(:itemIds::uuid[]) and ends_at > ${databaseNow}`,
)

export const deleteOwnClaim = defineStatement(
  'delete_own_work_claim',
  { ...item, agentId: uuid },
  {},
  `delete from work_claims where ${isOfItem} and agent_id = :agentId`,
)

export const deleteClaim = defineStatement('delete_work_claim', item, {}, `delete from work_claims where ${isOfItem}`)
