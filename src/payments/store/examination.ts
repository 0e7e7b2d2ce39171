import { int4, int8, json, type TypeOf, text, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

interface EntryRow {
  version: number
  account: string
  cause: string
  currency: string
  amount_minor: string
}

interface StepRow {
  version: number
  move: string
  status_before: string | null
  status_after: string
  amount_minor: string | null
  reference_id: string | null
}

const examinationColumns = {
  merchant_id: uuid,
  id: uuid,
  version: int4,
  status: text,
  currency: text,
  amount_minor: int8,
  captured_minor: int8,
  refunded_minor: int8,
  paid_minor: int8,
  announced: int4,
  sequences: json<number[]>(),
  entries: json<EntryRow[]>(),
  timeline: json<StepRow[]>(),
}

export type ExaminationRow = { [K in keyof typeof examinationColumns]: TypeOf<(typeof examinationColumns)[K]> }

// All that was ever written about the next payments, whosoever they are: for the doctor, who looks at every one.
export const listForExamination = defineStatement(
  'list_payments_for_examination',
  [uuid, uuid, int4],
  examinationColumns,
  `with page as (
     select * from payments where (merchant_id, id) > ($1, $2) order by merchant_id, id limit $3
   )
   select page.merchant_id, page.id, page.version, page.status, page.currency, page.amount_minor, page.captured_minor,
     page.refunded_minor, page.paid_minor, page.announced,
     (select coalesce(json_agg(event.sequence order by event.sequence), '[]') from notifications as event
      where event.merchant_id = page.merchant_id and event.payment_id = page.id and event.family = 'payment') as sequences,
     (select coalesce(json_agg(json_build_object('version', version, 'account', account, 'cause', cause,
        'currency', currency, 'amount_minor', amount_minor::text) order by version), '[]')
      from ledger_entries where merchant_id = page.merchant_id and payment_id = page.id) as entries,
     (select coalesce(json_agg(json_build_object('version', version, 'move', move, 'status_before', status_before,
        'status_after', status_after, 'amount_minor', amount_minor::text, 'reference_id', reference_id)
        order by version), '[]')
      from payment_timeline where merchant_id = page.merchant_id and payment_id = page.id) as timeline
   from page order by page.merchant_id, page.id`,
)
