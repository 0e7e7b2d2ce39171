import { int4, int8, nullable, type RowOf, text, uuid } from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import {
  disputedPayments,
  disputeHoldOf,
  disputeReferenceOf,
  isOfDispute,
  refundedBy,
  refundsByService,
} from '../../payments/payments-sql.ts'

const disputeColumns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  status: text,
  version: int4,
  currency: text,
  amount_minor: int8,
  payment_currency: nullable(text),
  holding_id: nullable(uuid),
  refunded_minor: nullable(int8),
  lines: int4,
}

export type DisputeIntegrityRow = RowOf<typeof disputeColumns>

const reference = disputeReferenceOf('page.id')

// Reads the next disputes with their payments.
export const listDisputesForIntegrity = onEachShard(
  defineStatement(
    'list_disputes_for_integrity',
    { afterMerchant: uuid, afterDispute: uuid, limit: int4 },
    disputeColumns,
    `with page as (
     select merchant_id, id, payment_id, status, version, currency, amount_minor from disputes
     where (merchant_id, id) > (:afterMerchant, :afterDispute) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.payment_id, page.status, page.version, page.currency, page.amount_minor,
     held.currency as payment_currency, held.dispute_id as holding_id, ${refundedBy(reference, 'page')} as refunded_minor, (
       select count(*)::int4 from dispute_history as line
       where line.merchant_id = page.merchant_id and line.dispute_id = page.id
     ) as lines
   from page left join lateral ${disputeHoldOf('page')} as held on true
   order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)

export const listHoldsOfNothing = defineReport(
  'list_holds_of_no_dispute',
  { limit: int4 },
  { merchant_id: uuid, payment_id: uuid, dispute_id: uuid },
  `select held.merchant_id, held.payment_id, held.dispute_id from (${disputedPayments}) as held
   where not exists (
     select from disputes as dispute
     where dispute.merchant_id = held.merchant_id and dispute.id = held.dispute_id and dispute.payment_id = held.payment_id
   )
   order by 1, 2 limit :limit`,
)

export const listRefundsOfNothing = defineReport(
  'list_refunds_of_no_dispute',
  { limit: int4 },
  { merchant_id: uuid, payment_id: uuid, currency: text, reference: text, amount_minor: int8 },
  `select refund.merchant_id, refund.payment_id, refund.currency, refund.reference, refund.amount_minor
   from (${refundsByService}) as refund
   where ${isOfDispute('refund.reference')} and not exists (
     select from disputes as dispute where dispute.merchant_id = refund.merchant_id and dispute.payment_id = refund.payment_id
       and ${disputeReferenceOf('dispute.id')} = refund.reference
   )
   order by 1, 2 limit :limit`,
)
