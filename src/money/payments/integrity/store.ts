import {
  int4,
  int8,
  type JsonColumns,
  json,
  jsonColumns,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { FeeRatesRecord } from '../../../platform/merchants/stores/fee-rates.ts'
import { keptSequencesOf } from '../../../platform/webhooks/notifications-sql.ts'
import { type DatedEntryRow, everyEntryOf } from '../../ledger/entries-sql.ts'
import type { PaymentPlanRecord } from '../payment-plan.ts'

export interface StepRow {
  readonly version: number
  readonly move: string
  readonly status_before: string | null
  readonly status_after: string
  readonly amount_minor: string | null
  readonly at: string
  readonly fee_minor: string | null
  readonly fee_fixed_minor: string | null
  readonly fee_vat_minor: string | null
  readonly fee_rates: FeeRatesRecord | null
}

const steps = jsonColumns<StepRow>({
  version: 'version',
  move: 'move',
  status_before: 'status_before::text',
  status_after: 'status_after::text',
  amount_minor: 'amount_minor::text',
  at: 'at',
  fee_minor: 'fee_minor::text',
  fee_fixed_minor: 'fee_fixed_minor::text',
  fee_vat_minor: 'fee_vat_minor::text',
  fee_rates: 'fee_rates',
})

const columns = {
  merchant_id: uuid,
  id: uuid,
  version: int4,
  status: text,
  currency: text,
  amount_minor: int8,
  captured_minor: int8,
  refunded_minor: int8,
  paid_minor: int8,
  written_off_minor: int8,
  plan: nullable(json<PaymentPlanRecord>()),
  created_at: timestamptz,
  authorized_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  expired_at: nullable(timestamptz),
  announced: int4,
  sequences: json<readonly number[]>(),
  entries: json<JsonColumns<DatedEntryRow>>(),
  timeline: json<JsonColumns<StepRow>>(),
}

export type IntegrityRow = RowOf<typeof columns>

// The rows of the next payments of all merchants, for the doctor.
export const listForIntegrity = onEachShard(
  defineStatement(
    'list_payments_for_integrity',
    { afterMerchant: uuid, afterPayment: uuid, limit: int4 },
    columns,
    `with page as (
     select * from payments where (merchant_id, id) > (:afterMerchant, :afterPayment) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.version, page.status, page.currency, page.amount_minor, page.captured_minor,
     page.refunded_minor, page.paid_minor, page.written_off_minor, page.plan, page.created_at, page.authorized_at, page.closed_at, page.expired_at,
     page.announced, ${keptSequencesOf('page')} as sequences, ${everyEntryOf('page')} as entries,
     (select ${steps} from payment_timeline where merchant_id = page.merchant_id and payment_id = page.id) as timeline
   from page order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)
