import { bool, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countDue, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { merchantsWaiting } from '../../ledger/entries-sql.ts'
import { startOfDate } from '../../plans/local-time-sql.ts'
import { lineSums } from './lines.ts'

// Leaves out merchants with more than :maxWaiting unbooked entries: closing their days would book all of them and
// delay the others.
export const listDueSettlements = onEachShard(
  defineStatement(
    'list_due_settlements',
    { now: timestamptz, maxWaiting: int4, limit: int4 },
    {
      ...{ merchant_id: uuid, id: uuid, is_test: bool, state: text, due_at: timestamptz },
      ...{ clock_offset_ms: int8, tries: nullable(int4) },
    },
    selectDue(
      'settlement',
      'pending_settlements',
      ['is_test', 'state', 'due_at'],
      `merchant_id <> all(array(${merchantsWaiting(':maxWaiting::int4')}))`,
    ),
  ),
)

export const listDueSettlementsOfMerchant = defineStatement(
  'list_due_settlements_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('settlement', 'pending_settlements', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

export const findPending = defineStatement(
  'find_pending_settlement',
  { merchantId: uuid, id: uuid },
  { store_id: uuid, is_test: bool, currency: text, date: text, state: text, due_at: nullable(timestamptz) },
  `select store_id, is_test, currency, date::text as date, state, due_at
   from pending_settlements where merchant_id = :merchantId and id = :id`,
)

// Closes a day once, with the sums of its lines. A closed day gets no more lines.
export const closeDay = defineStatement(
  'close_settlement_day',
  { merchantId: uuid, id: uuid, closedAt: timestamptz, payableAt: timestamptz, sealNumber: int8, sealHash: bytea },
  { id: uuid },
  `with day as (
     update pending_settlements set state = 'closed', due_at = :payableAt
     where merchant_id = :merchantId and id = :id and state = 'open'
     returning id, store_id, is_test, currency, date
   )
   insert into settlements (merchant_id, id, store_id, is_test, currency, date, ends_at, closed_at, lines, captures_minor,
     refunds_minor, dispute_refunds_minor, fees_minor, vat_minor, net_minor, seal_number, seal_hash)
   select :merchantId, day.id, day.store_id, day.is_test, day.currency, day.date,
     ${startOfDate('day.date + 1', 'day.currency')}, :closedAt, line.lines, line.captures_minor, line.refunds_minor,
     line.dispute_refunds_minor, line.fees_minor, line.vat_minor, line.net_minor, :sealNumber, :sealHash
   from day cross join lateral (
     select count(*)::int4 as lines, ${lineSums}
     from settlement_lines where merchant_id = :merchantId and settlement_id = day.id
   ) as line
   returning id`,
)

// The settlements to pay: closed days that are due, and carried days. Without those of a sandbox's live payments.
export const listPayable = defineStatement(
  'list_payable_settlements',
  { merchantId: uuid, storeId: uuid, isTest: bool, now: timestamptz },
  { id: uuid, net_minor: int8 },
  `select pending.id, settlement.net_minor
   from pending_settlements as pending
   join settlements as settlement on settlement.merchant_id = :merchantId and settlement.id = pending.id
   where pending.merchant_id = :merchantId and pending.store_id = :storeId and pending.is_test = :isTest and not pending.is_held
     and (pending.state = 'carried' or pending.state = 'closed' and pending.due_at <= :now)`,
)

export const carrySettlements = defineStatement(
  'carry_settlements',
  { merchantId: uuid, storeId: uuid, isTest: bool, now: timestamptz },
  {},
  `update pending_settlements set state = 'carried', due_at = null
   where merchant_id = :merchantId and store_id = :storeId and is_test = :isTest and state = 'closed' and due_at <= :now`,
)

export const waitingSettlements = defineStatement(
  'measure_due_settlements',
  waitingParams,
  waitingRow,
  countDue('pending_settlements', 'due_at'),
)
