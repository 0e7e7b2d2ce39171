import { msFromNow } from '../../platform/db/database-time.ts'
import { oldestFirst } from './returns-sql.ts'

/** How other rooms look at a payment's charges and returns: SQL for their reports. The tables are this room's. */

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

/** SQL: the charges of the payment of this alias, which has `merchant_id` and `payment_id`: a JSON array of `ChargeJson`, oldest first. */
export function chargesOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'state', state,
       'amount_minor', amount_minor::text, 'currency', currency) order by id), '[]') from charges ${ofPayment(alias)})`
}

/** SQL: what went back of the payment of this alias: a JSON array of `ReturnJson`, oldest first. */
export function returnsOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('id', id, 'charge_id', charge_id, 'state', state,
       'amount_minor', amount_minor::text) order by ${oldestFirst}), '[]') from returns ${ofPayment(alias)})`
}

/**
 * SQL: `payment_id` and `is_test` of what a processor is being asked for at this moment of the payments of merchant :merchantId, first parts
 * aside: opened, and the first check as far off (:lostMs) as nobody who lost an answer would put it.
 */
export const freshCharges = `select payment_id, is_test from charges where merchant_id = :merchantId
     and state = 'open' and kind <> 'first' and looks = 0 and resolve_at > ${msFromNow(':lostMs')}`

/** SQL: whether no card of the payment of this alias, which has `merchant_id` and `id`, was ever charged: all that was asked for was declined. */
export function isUncharged(alias: string): string {
  return `not exists (select from charges as charge
       where charge.merchant_id = ${alias}.merchant_id and charge.payment_id = ${alias}.id and charge.state <> 'declined')`
}

/** SQL: a member of a `with` that removes what was declined of the payments in `gone`, which has id, of merchant :merchantId. */
export const removeDeclined = `gone_charges as (
     delete from charges where merchant_id = :merchantId and payment_id = any(array(select id from gone)) and state = 'declined'
   )`

/** SQL: everything that goes back to cards, of all merchants, for reports: merchant_id and id. */
export const everyReturn = 'select merchant_id, id from returns'
