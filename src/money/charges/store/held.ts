import { array, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { checksColumn } from './stored-words.ts'

const params = { merchantId: uuid, paymentIds: array(uuid) }
const ofPayments = 'merchant_id = :merchantId and payment_id = any(:paymentIds::uuid[])'
// A check of the table requires a time for waiting rows: `infinity` never comes.
const never = `case when resolve_at is not null then 'infinity'::timestamptz end`

// A charge that was checked once is not in flight.
export const holdCharges = defineStatement(
  'hold_charges',
  params,
  {},
  `update charges set is_held = true, resolve_at = ${never}, due_at = null, ${checksColumn} = greatest(${checksColumn}, 1) where ${ofPayments}`,
)

// A return that was checked twice is not being sent.
export const holdReturns = defineStatement(
  'hold_returns',
  params,
  {},
  `update returns set is_held = true, resolve_at = ${never}, due_at = null, checks = greatest(checks, 2) where ${ofPayments}`,
)
