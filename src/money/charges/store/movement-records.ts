import { bool, int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  is_test: bool,
  state: text,
  currency: text,
  amount_minor: int8,
  created_at: timestamptz,
  settled_at: nullable(timestamptz),
}
const common = 'merchant_id, id, payment_id, is_test, state, currency, amount_minor, created_at'
const page =
  'where (merchant_id, id) > (:afterMerchant, :afterId) and not is_held order by merchant_id, id limit :limit'
const params = { afterMerchant: uuid, afterId: uuid, limit: int4 }

export type ChargeRecordRow = RowOf<typeof columns & { readonly voided_at: typeof columns.settled_at }>
export type ReturnRecordRow = RowOf<typeof columns>

// The next charges of all merchants, for the reconciliation. Leaves out live payments of a sandbox.
export const listChargeRecords = defineStatement(
  'list_charge_records',
  params,
  { ...columns, voided_at: nullable(timestamptz) },
  `select ${common}, settled_at, voided_at from charges ${page}`,
)

// The next returns of all merchants, likewise.
export const listReturnRecords = defineStatement(
  'list_return_records',
  params,
  columns,
  `select ${common}, settled_at from returns ${page}`,
)
