import { bool, columnList, int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const table = 'sandbox_processor_movements'

const bookedColumns = {
  state: text,
  behaviour: text,
  reason: nullable(text),
  retry: nullable(text),
  known_at: timestamptz,
}
const booked = 'state, behaviour, reason, retry, known_at'
const isOf = (type: string): string => `merchant_id = :merchantId and type = ${type} and id = :id`

export const findMovement = defineStatement(
  'find_processor_movement',
  { merchantId: uuid, type: text, id: uuid },
  bookedColumns,
  `select ${booked} from ${table} where ${isOf(':type')}`,
)

// Returns nothing if the id exists: the same id moves money at most once.
export const insertChargeMovement = defineStatement(
  'insert_processor_charge',
  {
    merchantId: uuid,
    id: uuid,
    isTest: bool,
    amountMinor: int8,
    currency: text,
    behaviour: text,
    state: text,
    reason: nullable(text),
    retry: nullable(text),
    at: timestamptz,
    knownAt: timestamptz,
  },
  bookedColumns,
  `insert into ${table} (merchant_id, type, id, is_test, amount_minor, currency, behaviour, state, reason, retry, at, known_at)
   values (:merchantId, 'charge', :id, :isTest, :amountMinor, :currency, :behaviour, :state, :reason, :retry, :at, :knownAt)
   on conflict (merchant_id, type, id) do nothing
   returning ${booked}`,
)

// Only while it is undecided: of two decisions the first counts.
export const decideMovement = defineStatement(
  'decide_processor_charge',
  { merchantId: uuid, id: uuid, state: text, reason: nullable(text), retry: nullable(text) },
  {},
  `update ${table} set state = :state, reason = :reason, retry = :retry where ${isOf("'charge'")} and state = 'challenged'`,
)

// Locks the charge's row, so that two refunds together cannot exceed it. Returns nothing if the id exists. A failed
// refund is decided anew as its next attempt.
export const insertRefundMovement = defineStatement(
  'insert_processor_refund',
  {
    merchantId: uuid,
    id: uuid,
    chargeId: uuid,
    isTest: bool,
    amountMinor: int8,
    currency: text,
    attempt: int4,
    at: timestamptz,
    knownAt: timestamptz,
  },
  bookedColumns,
  `with charge as (
     select amount_minor, behaviour, state from ${table}
     where merchant_id = :merchantId and type = 'charge' and id = :chargeId for update
   ), returned as (
     select coalesce(sum(amount_minor), 0) as amount_minor from ${table}
     where merchant_id = :merchantId and type = 'refund' and charge_id = :chargeId and state = 'moved'
   ), fitting as (
     select coalesce(max(charge.behaviour), 'accept') as behaviour,
       coalesce(bool_and(charge.state = 'moved' and charge.behaviour <> 'refund_fails'
         and returned.amount_minor + :amountMinor::int8 <= charge.amount_minor), false) as fits
     from returned left join charge on true
   )
   insert into ${table} (merchant_id, type, id, is_test, charge_id, amount_minor, currency, behaviour, state, at, known_at)
   select :merchantId, 'refund', :id, :isTest, :chargeId, :amountMinor, :currency, behaviour,
     case when fits then 'moved' else 'failed' end, :at, :knownAt
   from fitting
   on conflict (merchant_id, type, id) do update set state = excluded.state, at = excluded.at, known_at = excluded.known_at
     where ${table}.state = 'failed' and :attempt > 1
   returning ${columnList(bookedColumns, table)}`,
)

export const failRefundMovement = defineStatement(
  'fail_processor_refund',
  { merchantId: uuid, id: uuid },
  {},
  `update ${table} set state = 'failed' where ${isOf("'refund'")} and state = 'moved'`,
)

// Times are reported in whole seconds. Within a second the rows are sorted by when they became known, because
// refunds are stored in whole seconds.
export const listMovements = defineStatement(
  'list_processor_movements',
  { merchantId: uuid, isTest: bool, from: timestamptz, to: timestamptz, now: timestamptz },
  { id: uuid, type: text, amount_minor: int8, currency: text, at: timestamptz },
  `select id, type, amount_minor, currency, at from ${table}
   where merchant_id = :merchantId and is_test = :isTest and at >= :from and at < :to and state = 'moved'
     and known_at <= :now
   order by date_trunc('second', at), known_at, type, id`,
)
