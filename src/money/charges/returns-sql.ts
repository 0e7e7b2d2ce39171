import { int4, int8, records } from '../../platform/db/columns.ts'

/**
 * How other rooms send money back to cards: SQL for a statement that also writes why, so that both are committed or neither. The
 * tables are this room's.
 */

/**
 * SQL: how the returns of one payment stand in every list, oldest first. Times are whole seconds and ids random; but each change of the
 * payment has a version, and what goes back together is taken from the newest charge first, whose ids sort by their making.
 */
export const oldestFirst = 'version, charge_id desc'

/** What goes back, as one parameter; `number` tells which change it is of. */
export const returnRecords = records({ number: int4, amount_minor: int8 })

/**
 * SQL: writes down what goes back (an expression of json, of `returnRecords`) for the changes in `from`, which has number, merchant_id,
 * payment_id, version, is_test, currency and at: from the newest charge backwards, of each at most what it still holds
 * (docs/contract/money.md#the-plan). Whoever asks holds the payment at the version it read, so nobody else counts on the same money.
 */
export function insertReturns(from: string, returns: string): string {
  return `insert into returns (merchant_id, id, payment_id, charge_id, version, is_test, currency, amount_minor, state, created_at,
       resolve_at)
     select change.merchant_id, gen_random_uuid(), change.payment_id, holding.id, change.version, change.is_test, change.currency,
       least(holding.left_minor, wanted.amount_minor - holding.newer_minor), 'waiting', change.at, statement_timestamp()
     from ${from} as change
     join json_to_recordset(${returns}) as wanted (${returnRecords.definition}) on wanted.number = change.number
     cross join lateral (
       select id, left_minor, sum(left_minor) over (order by id desc) - left_minor as newer_minor
       from (${chargesHolding('change.merchant_id', 'change.payment_id')}) as charge
     ) as holding
     where holding.newer_minor < wanted.amount_minor`
}

/** SQL: the charges of a payment that still hold money, and how much: id and left_minor. */
function chargesHolding(merchantId: string, paymentId: string): string {
  return `select id, amount_minor - returned_minor as left_minor
     from charges cross join lateral (
       select coalesce(sum(sent.amount_minor), 0)::bigint as returned_minor from returns as sent
       where sent.merchant_id = ${merchantId} and sent.payment_id = ${paymentId} and sent.charge_id = charges.id
         and sent.state <> 'failed'
     ) as returned
     where merchant_id = ${merchantId} and payment_id = ${paymentId} and state = 'approved'
       and amount_minor > returned_minor`
}
