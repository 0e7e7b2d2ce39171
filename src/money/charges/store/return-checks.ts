import { bool, columnList, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { claimDue, type LeasedTable, moveDueWhere } from '../../../platform/db/lease-sql.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { returnColumns } from './returns.ts'

const leased: LeasedTable = { table: 'returns', alias: 'sent', dueAt: 'due_at' }
const isConfirmed = `merchant_id = :merchantId and id = :id and state = 'confirmed'`

// Failures are noted in `due_retries` as collections: version 0.1.0, which may run beside this one, knows no other
// kind.
export const listReturnsToCheck = onEachShard(
  defineStatement(
    'list_returns_to_check',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('collection', 'returns', ['is_test']),
  ),
)

export const listReturnsToCheckOf = defineStatement(
  'list_returns_to_check_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('collection', 'returns', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

// A claim moves the due time on by a lease, so that two processes do not check the same return. Skips a locked row.
export const claimReturnCheck = defineStatement(
  'claim_return_check',
  { merchantId: uuid, id: uuid, now: timestamptz, leaseUntil: timestamptz },
  { ...returnColumns, settled_at: nullable(timestamptz), charge_reference: text },
  `${claimDue(leased, isConfirmed, { to: ':leaseUntil', from: ['charges as charge'] }, ':now')}
     and charge.merchant_id = :merchantId and charge.id = sent.charge_id
   returning ${columnList(returnColumns, 'sent')}, sent.settled_at, charge.reference as charge_reference`,
)

// Only under our own claim: news of the processor in the meantime has moved the due time, and causes another check.
export const scheduleLaterReturnCheck = defineStatement(
  'schedule_later_return_check',
  { merchantId: uuid, id: uuid, leaseUntil: timestamptz, dueAt: nullable(timestamptz) },
  {},
  moveDueWhere(leased, `${isConfirmed} and due_at = :leaseUntil`, ':dueAt'),
)
