import { array, bool, int4, text, uuid } from '../../../../platform/db/columns.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'

export const listReferences = defineStatement(
  'list_order_references',
  { merchantId: uuid, isTest: bool, ids: array(uuid) },
  { id: uuid, order_reference: text },
  `select id, order_reference from payments
   where merchant_id = :merchantId and is_test = :isTest and id = any(:ids::uuid[])`,
)

// The term ignores case and spaces, so it finds a few more. At most 1000 terms are read.
export const findByReference = defineStatement(
  'find_payments_by_reference',
  { merchantId: uuid, isTest: bool, term: text, references: array(text), limit: int4 },
  { id: uuid },
  `select payment.id
   from (
     select payment_id, created_at from payment_search_terms
     where merchant_id = :merchantId and is_test = :isTest and term = :term
     order by created_at desc limit 1000
   ) as near
   join payments as payment on payment.merchant_id = :merchantId and payment.id = near.payment_id
   where payment.order_reference = any(:references::text[])
   order by near.created_at desc limit :limit`,
)
