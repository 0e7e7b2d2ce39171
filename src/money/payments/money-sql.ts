/** How other rooms look at what customers owe: SQL for their joins. The table is this room's. */

/**
 * SQL: what is owed of every payment: its plan's total less what is paid and written off; to be joined by `merchant_id` and `payment_id`.
 * Not of those that can only be read: nobody owes what a sandbox has made.
 */
export const owedOfPayments = `select merchant_id, id as payment_id,
     (case when status = 'CLOSED' then captured_minor - refunded_minor else amount_minor end)
       - paid_minor - written_off_minor as owed_minor
   from payments where not is_held`

/** SQL: what plans follow from, of every payment that was authorized; to be joined by `merchant_id` and `payment_id`. */
export const moneyOfPayments = `select merchant_id, id as payment_id, status, currency, amount_minor, authorized_at,
     captured_minor - refunded_minor as billed_minor, paid_minor, written_off_minor, is_held
   from payments where authorized_at is not null`
