import { bool, int4, int8, json, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineReport, defineStatement } from '../../db/statement.ts'
import { type EntryRow, entriesOf } from '../../ledger/entries-sql.ts'
import { merchantRegions } from '../../merchants/stores-sql.ts'

// For the operator, who is told an id and no merchant: each merchant is looked at by the primary key.
export const findPaymentOwners = defineReport(
  'find_payment_owners',
  { id: uuid },
  { merchant_id: uuid, is_test: bool, currency: text, clock_offset_ms: int8 },
  `select merchant.merchant_id, payment.is_test, payment.currency, merchant.clock_offset_ms
   from (${merchantRegions}) as merchant
   join payments as payment on payment.merchant_id = merchant.merchant_id and payment.id = :id`,
)

export const listSteps = defineStatement(
  'list_payment_steps',
  { merchantId: uuid, paymentId: uuid },
  {
    version: int4,
    at: timestamptz,
    move: text,
    actor: text,
    request_id: text,
    status_before: nullable(text),
    status_after: text,
    amount_minor: nullable(int8),
    reference_id: nullable(text),
    entries: json<readonly EntryRow[]>(),
  },
  `select step.version, step.at, step.move, step.actor, step.request_id, step.status_before, step.status_after,
     step.amount_minor, step.reference_id, ${entriesOf('payment')} as entries
   from payment_timeline as step
   join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
   where step.merchant_id = :merchantId and step.payment_id = :paymentId order by step.version`,
)
