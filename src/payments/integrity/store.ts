import { int4, int8, json, type RowOf, text, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { type EntryRow, entriesOf } from '../../ledger/entries-sql.ts'
import { keptSequencesOf } from '../../webhooks/notifications-sql.ts'

interface StepRow {
  readonly version: number
  readonly move: string
  readonly status_before: string | null
  readonly status_after: string
  readonly amount_minor: string | null
  readonly reference_id: string | null
}

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
  announced: int4,
  sequences: json<readonly number[]>(),
  entries: json<readonly EntryRow[]>(),
  timeline: json<readonly StepRow[]>(),
}

export type IntegrityRow = RowOf<typeof columns>

// All that was ever written about the next payments, whosoever they are: for the doctor, who looks at every one.
export const listForIntegrity = defineStatement(
  'list_payments_for_integrity',
  { afterMerchant: uuid, afterPayment: uuid, limit: int4 },
  columns,
  `with page as (
     select * from payments where (merchant_id, id) > (:afterMerchant, :afterPayment) order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.version, page.status, page.currency, page.amount_minor, page.captured_minor,
     page.refunded_minor, page.paid_minor, page.written_off_minor, page.announced, ${keptSequencesOf('page')} as sequences,
     ${entriesOf('page')} as entries,
     (select coalesce(json_agg(json_build_object('version', version, 'move', move, 'status_before', status_before,
        'status_after', status_after, 'amount_minor', amount_minor::text, 'reference_id', reference_id)
        order by version), '[]')
      from payment_timeline where merchant_id = page.merchant_id and payment_id = page.id) as timeline
   from page order by page.merchant_id, page.id`,
)
