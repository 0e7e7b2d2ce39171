import { array, bool, columnList, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { claimDue, type LeasedTable, moveDueWhere } from '../../../platform/db/lease-sql.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { chargeColumns } from './charges.ts'
import { chargeState, checksColumn, storedState } from './stored-words.ts'

const [toVoid, voided] = [storedState('to_void'), storedState('voided')]
const leased: LeasedTable = { table: 'charges', alias: 'charge', dueAt: 'due_at' }
const isVoided = `merchant_id = :merchantId and id = :id and state = '${voided}'`

// The attempt's number is compared: of two processes that find the failure, one begins the next attempt.
// `infinity`: none is left.
export const failVoid = defineStatement(
  'fail_void',
  { merchantId: uuid, id: uuid, from: array(chargeState), attempt: int4, inMs: nullable(int4) },
  { id: uuid },
  `update charges set state = '${toVoid}', void_attempt = void_attempt + 1, ${checksColumn} = 0, due_at = null,
     resolve_at = coalesce(${msFromNow(':inMs')}, 'infinity')
   where merchant_id = :merchantId and id = :id and state = any(:from) and void_attempt = :attempt returning id`,
)

// An attempt that was not sent yet keeps its time: the processor's news is about the attempt before.
export const wakeVoidCheck = defineStatement(
  'wake_void_check',
  { merchantId: uuid, id: uuid },
  {},
  `update charges set resolve_at = case state when '${toVoid}' then statement_timestamp() end,
     due_at = case state when '${voided}' then created_at end
   where merchant_id = :merchantId and id = :id and (state = '${voided}' or (state = '${toVoid}' and ${checksColumn} > 0))`,
)

// Failures are noted in `due_retries` as collections: version 0.1.0, which may run beside this one, knows no other
// kind.
export const listVoidsToCheck = onEachShard(
  defineStatement(
    'list_voids_to_check',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('collection', 'charges', ['is_test']),
  ),
)

export const listVoidsToCheckOf = defineStatement(
  'list_voids_to_check_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('collection', 'charges', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

// A claim moves the due time on by a lease, so that two processes do not check the same void. Skips a locked row.
export const claimVoidCheck = defineStatement(
  'claim_void_check',
  { merchantId: uuid, id: uuid, now: timestamptz, leaseUntil: timestamptz },
  { ...chargeColumns, voided_at: nullable(timestamptz) },
  `${claimDue(leased, isVoided, { to: ':leaseUntil' }, ':now')}
   returning ${columnList(chargeColumns, 'charge')}, charge.voided_at`,
)

// Only under our own claim: news of the processor in the meantime has moved the due time, and causes another check.
export const scheduleVoidCheck = defineStatement(
  'schedule_void_check',
  { merchantId: uuid, id: uuid, leaseUntil: timestamptz, dueAt: nullable(timestamptz) },
  {},
  moveDueWhere(leased, `${isVoided} and due_at = :leaseUntil`, ':dueAt'),
)

const since = 'coalesce(arrived_at, created_at)'

// Charges of all merchants that were to be voided by :before, by each merchant's clock, oldest first.
export const listLateVoids = defineStatement(
  'list_late_voids',
  { before: timestamptz, after: timestamptz, afterId: uuid, limit: int4 },
  {
    ...{ merchant_id: uuid, id: uuid, payment_id: uuid, is_test: bool, currency: text, amount_minor: int8 },
    ...{ since: timestamptz, merchant_name: text },
  },
  `select charge.merchant_id, charge.id, charge.payment_id, charge.is_test, charge.currency, charge.amount_minor, charge.since,
     merchant.name as merchant_name
   from (
     select merchant_id, id, payment_id, is_test, currency, amount_minor, ${since} as since from charges
     where state = '${toVoid}' and not is_held and (${since}, id) > (:after, :afterId)
   ) as charge join (${shownMerchants}) as merchant on merchant.merchant_id = charge.merchant_id
   where charge.since <= :before::timestamptz + merchant.clock_offset_ms * interval '1 millisecond'
   order by charge.since, charge.id limit :limit`,
)

export const waitingVoids = defineStatement(
  'measure_waiting_voids',
  waitingParams,
  waitingRow,
  countWaiting(
    `select ${since} as since from charges where state = '${toVoid}' and not is_held and ${since} <= :now order by ${since}, id limit :limit`,
  ),
)
