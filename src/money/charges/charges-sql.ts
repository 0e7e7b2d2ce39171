import { int4, int8, records } from '../../platform/db/columns.ts'
import { msFromNow } from '../../platform/db/database-time.ts'
import { checksColumn } from './store/stored-words.ts'

/** SQL for other rooms on this room's tables. */

/** A charge as `chargesOf` answers it. */
export interface ChargeJson {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly amount_minor: string
  readonly currency: string
}

/** A return as `returnsOf` answers it. */
export interface ReturnJson {
  readonly id: string
  readonly charge_id: string
  readonly state: string
  readonly amount_minor: string
}

const ofPayment = (alias: string): string =>
  `where merchant_id = ${alias}.merchant_id and payment_id = ${alias}.payment_id`

/**
 * SQL: the charges of the payment of this alias, which has `merchant_id` and `payment_id`, as a JSON array of
 * `ChargeJson`, oldest first.
 */
export function chargesOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'state', state,
       'amount_minor', amount_minor::text, 'currency', currency) order by id), '[]') from charges ${ofPayment(alias)})`
}

/** SQL: the returns of the payment of this alias, as a JSON array of `ReturnJson`, oldest first. */
export function returnsOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('id', id, 'charge_id', charge_id, 'state', state,
       'amount_minor', amount_minor::text) order by ${oldestFirst}), '[]') from returns ${ofPayment(alias)})`
}

/**
 * SQL: `payment_id` and `is_test` of later charges of merchant :merchantId for which the processor is being called now:
 * opened, and the first check further away than after a lost answer (:lostMs).
 */
export const freshCharges = `select payment_id, is_test from charges where merchant_id = :merchantId
     and state = 'open' and kind <> 'first' and ${checksColumn} = 0 and resolve_at > ${msFromNow(':lostMs')}`

/**
 * SQL: first charges whose outcome is unknown, with the amount that the customer owes once they are approved:
 * merchant_id, payment_id, phone, is_test, currency and open_minor. Charges of an earlier version do not say it.
 */
export const firstChargesInFlight = `select merchant_id, payment_id, phone, is_test, currency, coalesce(exposure_minor, 0) as open_minor
     from charges where kind = 'first' and state in ('open', 'challenged')`

/**
 * SQL: whether no card was charged for the payment of this alias, which has `merchant_id` and `id`: all its charges
 * were declined.
 */
export function isUncharged(alias: string): string {
  return `not exists (select from charges as charge
       where charge.merchant_id = ${alias}.merchant_id and charge.payment_id = ${alias}.id and charge.state <> 'declined')`
}

/**
 * SQL: a member of a `with` that removes the declined charges of the payments in `gone`, which has id, of merchant
 * :merchantId.
 */
export const removeDeclined = `gone_charges as (
     delete from charges where merchant_id = :merchantId and payment_id = any(array(select id from gone)) and state = 'declined'
   )`

/**
 * SQL: how often the service charged the payment of this alias, which has `merchant_id` and `payment_id`, since `since`
 * (an expression).
 */
export function scheduledSince(alias: string, since: string): string {
  return `(select count(*) from charges ${ofPayment(alias)} and kind = 'scheduled' and created_at > ${since})`
}

/** SQL: all returns of a merchant (an expression), for reports: return_id and payment_id. */
export function returnsOfMerchant(merchantId: string): string {
  return `select id as return_id, payment_id from returns where merchant_id = ${merchantId}`
}

/** SQL: the returns of all merchants, for reports: merchant_id and id. */
export const everyReturn = 'select merchant_id, id from returns'

/**
 * SQL: the order of a payment's returns in lists, oldest first. Times are whole seconds and ids random. But each change
 * of the payment has its version, and returns of one change start with the newest charge.
 */
export const oldestFirst = 'version, charge_id desc'

/** Amounts to return, as one parameter. `number`: the change that an amount belongs to. */
export const returnRecords = records({ number: int4, amount_minor: int8 })

/**
 * SQL: inserts the returns (a json expression, of `returnRecords`) of the changes in `from`, which has number,
 * merchant_id, payment_id, version, is_test, currency and at. Returns come from the newest charge first, at most its
 * remaining amount each (docs/contract/money.md#the-plan). The caller holds the payment at its version, so that no
 * other change returns the same amount.
 */
export function insertReturns(from: string, returns: string): string {
  return `insert into returns (merchant_id, id, payment_id, charge_id, version, is_test, currency, amount_minor, state, created_at,
       resolve_at)
     select change.merchant_id, gen_random_uuid(), change.payment_id, holding.id, change.version, change.is_test, change.currency,
       least(holding.left_minor, requested.amount_minor - holding.newer_minor), 'waiting', change.at, statement_timestamp()
     from ${from} as change
     join json_to_recordset(${returns}) as requested (${returnRecords.definition}) on requested.number = change.number
     cross join lateral (
       select id, left_minor, sum(left_minor) over (order by id desc) - left_minor as newer_minor
       from (${chargesHolding('change.merchant_id', 'change.payment_id')}) as charge
     ) as holding
     where holding.newer_minor < requested.amount_minor`
}

/** SQL: the charges of a payment with a remaining amount: id and left_minor. */
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

/**
 * SQL: members of a `with` that remove charges and returns of the payments in `gone`, which has id, of merchant
 * :merchantId. `gone_returns` has the ids of the returns.
 */
export const removeCharges = `gone_charges as (
     delete from charges as charge using gone where charge.merchant_id = :merchantId and charge.payment_id = gone.id
   ), gone_returns as (
     delete from returns as sent using gone
     where sent.merchant_id = :merchantId and sent.payment_id = gone.id returning sent.id
   )`

/** SQL: a member of a `with` that removes :limit saved cards of merchant :merchantId in mode :isTest. */
export const removeCards = `gone_cards as (
     delete from saved_cards as card
     where card.merchant_id = :merchantId and card.ctid = any(array(
       select ctid from saved_cards where merchant_id = :merchantId and is_test = :isTest limit :limit
     ))
     returning 1
   )`
