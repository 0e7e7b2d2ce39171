import { paymentOfDispute } from '../../money/disputes/disputes-sql.ts'
import { ordinalOfPayment } from '../../money/payments/payments-sql.ts'
import { array, bool, columnList, int4, json, type RowOf, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { onEachShard } from '../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import { type FaultRule, maxFaults } from './fault.ts'

const rule = json<FaultRule>()
const scope = { merchantId: uuid, isTest: bool }
const ofScope = 'merchant_id = :merchantId and is_test = :isTest'

const foundColumns = { merchant_id: uuid, is_test: bool, id: uuid, revision: uuid, rule }
export type FoundFault = RowOf<typeof foundColumns>

// One call serves merchants of several requests at the same moment.
export const findFaults = defineStatement(
  'find_faults',
  { merchantIds: array(uuid), now: timestamptz },
  foundColumns,
  `select ${columnList(foundColumns)} from faults
   where merchant_id = any(:merchantIds::uuid[]) and ends_at > :now
   order by position`,
)

export const listFaults = defineStatement(
  'list_faults',
  { ...scope, now: timestamptz },
  { id: uuid, rule, hits: int4 },
  `select id, rule, hits from faults where ${ofScope} and ends_at > :now order by position`,
)

// Held until the transaction ends, so that concurrent additions cannot exceed the limit.
export const lockFaults = defineStatement(
  'lock_faults',
  scope,
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(
     hashtextextended(concat_ws(' ', :merchantId::uuid, :isTest::bool::text), 16))`,
)

export const deleteEndedFaultsOf = defineStatement(
  'delete_ended_faults_of',
  { ...scope, now: timestamptz },
  {},
  `delete from faults where ${ofScope} and ends_at <= :now`,
)

/** Returns no row if the merchant already has the most rules. */
export const insertFault = defineStatement(
  'insert_fault',
  { ...scope, id: uuid, revision: uuid, rule, endsAt: timestamptz },
  { id: uuid },
  `insert into faults (merchant_id, is_test, id, revision, rule, ends_at, position)
   select :merchantId, :isTest, :id, :revision, :rule, :endsAt, coalesce(max(position), 0) + 1
   from faults where ${ofScope}
   having count(*) < ${maxFaults}
   returning id`,
)

/** Inserts before all other rules, without the limit. Does nothing if the id exists. */
export const insertFirstFault = defineStatement(
  'insert_first_fault',
  { ...scope, id: uuid, revision: uuid, rule, endsAt: timestamptz },
  {},
  `insert into faults (merchant_id, is_test, id, revision, rule, ends_at, position)
   select :merchantId, :isTest, :id, :revision, :rule, :endsAt, coalesce(min(position), 1) - 1
   from faults where ${ofScope}
   on conflict (merchant_id, id) do nothing`,
)

export const replaceFault = defineStatement(
  'replace_fault',
  { ...scope, id: uuid, revision: uuid, rule, endsAt: timestamptz, now: timestamptz },
  { id: uuid },
  `update faults set revision = :revision, rule = :rule, ends_at = :endsAt, hits = 0
   where ${ofScope} and id = :id and ends_at > :now returning id`,
)

export const deleteFault = defineStatement(
  'delete_fault',
  { ...scope, id: uuid, now: timestamptz },
  { id: uuid },
  `delete from faults where ${ofScope} and id = :id and ends_at > :now returning id`,
)

export const deleteFaults = defineStatement('delete_faults', scope, {}, `delete from faults where ${ofScope}`)

const revision = { merchantId: uuid, id: uuid, revision: uuid }
const ofRevision = 'merchant_id = :merchantId and id = :id and revision = :revision'

/** Counts an occurrence of a key. Returns no row if the rule has changed or its last count is reached. */
export const countOccurrence = defineStatement(
  'count_fault_occurrence',
  { ...revision, key: text, last: int4 },
  { counted: int4 },
  `insert into fault_counts as counting (merchant_id, revision, key, counted, ends_at)
   select merchant_id, revision, :key, 1, ends_at from faults where ${ofRevision}
   on conflict (merchant_id, revision, key) do update set counted = counting.counted + 1 where counting.counted < :last
   returning counted`,
)

export const addHit = defineStatement(
  'add_fault_hit',
  revision,
  {},
  `update faults set hits = hits + 1 where ${ofRevision}`,
)

export const findOrdinal = defineStatement(
  'find_payment_ordinal',
  { ...scope, paymentId: uuid },
  { ordinal: int4 },
  ordinalOfPayment,
)

export const findPaymentOfDispute = defineStatement(
  'find_payment_of_dispute',
  { merchantId: uuid, id: uuid },
  { payment_id: uuid },
  paymentOfDispute,
)

export const deleteEndedFaults = onEachShard(
  defineStatement(
    'delete_ended_faults',
    { now: timestamptz, most: int4 },
    { id: uuid },
    `delete from faults as fault using (
     select merchant_id, id from faults where ends_at <= :now order by ends_at limit :most for update skip locked
   ) as over
   where fault.merchant_id = over.merchant_id and fault.id = over.id
   returning fault.id`,
  ),
)

export const deleteEndedCounts = onEachShard(
  defineStatement(
    'delete_ended_fault_counts',
    { now: timestamptz, most: int4 },
    { key: text },
    `delete from fault_counts as counting using (
     select merchant_id, revision, key from fault_counts where ends_at <= :now
     order by ends_at limit :most for update skip locked
   ) as over
   where counting.merchant_id = over.merchant_id and counting.revision = over.revision and counting.key = over.key
   returning counting.key`,
  ),
)

// Used for all merchants when production starts on a sandbox's database.
export const deleteAllFaults = defineStatement('delete_all_faults', {}, {}, 'delete from faults')

export const deleteAllCounts = defineStatement('delete_all_fault_counts', {}, {}, 'delete from fault_counts')
