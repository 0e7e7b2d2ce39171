import {
  array,
  bool,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../../platform/db/columns.ts'
import { defineReport } from '../../../../platform/db/statement.ts'
import { entriesBy, waitingChanges } from '../../../ledger/entries-sql.ts'
import { sealedChanges } from '../../../ledger/seals-sql.ts'
import { everyMovement } from '../../../payments/payments-sql.ts'
import { localDate } from '../../../plans/local-time-sql.ts'

// Closed and open days.
const days = `select merchant_id, id as settlement_id, store_id, is_test, currency, date from settlements
     union all
     select merchant_id, id, store_id, is_test, currency, date from pending_settlements where state = 'open'`

const ofMerchant = entriesBy(['capture', 'refund', 'fee', 'fee_vat'], ['merchant_payable'])

const movementColumns = {
  merchant_id: uuid,
  payment_id: uuid,
  version: int4,
  movement_id: nullable(uuid),
  line_id: nullable(uuid),
  settlement_id: nullable(uuid),
  type: nullable(text),
  line_type: nullable(text),
  order_reference: nullable(text),
  line_order_reference: nullable(text),
  reference_id: nullable(text),
  line_reference_id: nullable(text),
  at: nullable(timestamptz),
  line_at: nullable(timestamptz),
  currency: nullable(text),
  amount_minor: nullable(int8),
  line_amount_minor: nullable(int8),
  fee_minor: nullable(int8),
  line_fee_minor: nullable(int8),
  vat_minor: nullable(int8),
  line_vat_minor: nullable(int8),
  posted_minor: int8,
  is_waiting: bool,
  has_day: bool,
  is_same_store: bool,
  date: nullable(text),
  moved_on: nullable(text),
}

export type MovementIntegrityRow = RowOf<typeof movementColumns>

const both = ['order_reference', 'reference_id', 'type', 'amount_minor', 'fee_minor', 'vat_minor']
const moved = [...both, 'id', 'at'].map((name) => `movement.${name}`).join(', ')
const lined = [...both, 'id', 'created_at'].map((name) => `line.${name}`).join(', ')

// Movements without their line, lines without their movement, lines that differ from the ledger, and lines in a
// wrong day.
export const listWronglySettled = defineReport(
  'list_wrongly_settled_movements',
  { limit: int4 },
  movementColumns,
  `with compared as (
     select merchant_id, payment_id, version, movement.id as movement_id, line.id as line_id, line.settlement_id,
       ${both.map((name) => `movement.${name}, line.${name} as line_${name}`).join(', ')}, movement.at, line.created_at as line_at,
       movement.currency, coalesce(posted.net_minor, 0)::int8 as posted_minor, waiting.version is not null as is_waiting,
       day.date is not null as has_day, coalesce((day.store_id, day.is_test, day.currency)
         = (movement.store_id, movement.is_test, movement.currency), false) as is_same_store, day.date,
       ${localDate('movement.at', 'movement.currency')} as moved_on, (${moved}) is distinct from (${lined}) as is_different
     from (${everyMovement}) as movement
     full join settlement_lines as line using (merchant_id, payment_id, version)
     left join (
       select merchant_id, source_id as payment_id, version, -sum(amount_minor) as net_minor from (${ofMerchant}) as entry group by 1, 2, 3
     ) as posted using (merchant_id, payment_id, version)
     left join (
       select merchant_id, source_id as payment_id, version from (${waitingChanges}) as change
     ) as waiting using (merchant_id, payment_id, version)
     left join (${days}) as day using (merchant_id, settlement_id)
   )
   select merchant_id, payment_id, compared.version, movement_id, line_id, settlement_id, type, line_type, order_reference,
     line_order_reference, reference_id, line_reference_id, at, line_at, currency, amount_minor, line_amount_minor, fee_minor,
     line_fee_minor, vat_minor, line_vat_minor, posted_minor, is_waiting, has_day, is_same_store, date::text as date,
     moved_on::text as moved_on
   from compared
   where case when line_id is null then not is_waiting
     else is_waiting or is_different or not is_same_store or date < moved_on
       or line_amount_minor - line_fee_minor - line_vat_minor <> posted_minor end
   order by 1, 2, 3 limit :limit`,
)

export const countLines = defineReport(
  'count_all_settlement_lines',
  {},
  { lines: int8 },
  'select count(*) as lines from settlement_lines',
)

// Lines in a later day than their movement.
const late = `select line.merchant_id, line.payment_id, line.version, line.settlement_id, day.store_id, day.is_test, day.date,
     ${localDate('line.created_at', 'day.currency')} as moved_on
   from settlement_lines as line join (${days}) as day using (merchant_id, settlement_id)
   where ${localDate('line.created_at', 'day.currency')} < day.date`

export const countLate = defineReport(
  'count_late_settlement_lines',
  {},
  { merchant_id: uuid, lines: int8 },
  `select merchant_id, count(*) as lines from (${late}) as late group by 1`,
)

// Late lines of these merchants although their own day, or one after it, was open when they were sealed.
export const listWronglyLate = defineReport(
  'list_wrongly_late_settlement_lines',
  { merchantIds: array(uuid), limit: int4 },
  {
    merchant_id: uuid,
    payment_id: uuid,
    version: int4,
    settlement_id: uuid,
    date: text,
    moved_on: text,
    open_days: int8,
  },
  `select late.merchant_id, late.payment_id, late.version, late.settlement_id, late.date::text as date, late.moved_on::text as moved_on,
     late.date - late.moved_on - closed.days as open_days
   from (${late}) as late
   left join (${sealedChanges(':merchantIds::uuid[]')}) as sealed on sealed.merchant_id = late.merchant_id
     and sealed.source_id = late.payment_id and sealed.version = late.version
   cross join lateral (
     select count(*) as days from settlements as day where day.merchant_id = late.merchant_id and day.store_id = late.store_id
       and day.is_test = late.is_test and day.date >= late.moved_on and day.date < late.date and day.seal_number < sealed.number
   ) as closed
   where late.merchant_id = any(:merchantIds::uuid[]) and closed.days <> late.date - late.moved_on
   order by 1, 2, 3 limit :limit`,
)
