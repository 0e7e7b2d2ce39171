import { bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countDue, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'

export const listDuePayments = onEachShard(
  defineStatement(
    'list_due_payments',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('payment', 'payments', ['is_test']),
  ),
)

export const listDuePaymentsOfMerchant = defineStatement(
  'list_due_payments_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('payment', 'payments', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

// The oldest, which fall due first, along the index of lists. Reads no more rows than :limit.
export const sumUncaptured = defineStatement(
  'sum_uncaptured_payments',
  { merchantId: uuid, isTest: bool, limit: int4 },
  { currency: text, count: int4, left_minor: int8, due_at: nullable(timestamptz) },
  `with waiting as materialized (
     select currency, amount_minor - captured_minor as left_minor, due_at from payments
     where merchant_id = :merchantId and is_test = :isTest and listed_as = 'authorized' and not is_held
     order by created_at, id limit :limit
   )
   select currency::text, count(*)::int4 as count, sum(left_minor)::int8 as left_minor, min(due_at) as due_at
   from waiting group by currency order by currency`,
)

export const waitingPayments = defineStatement(
  'measure_due_payments',
  waitingParams,
  waitingRow,
  countDue('payments', 'due_at'),
)
