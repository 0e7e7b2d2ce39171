import { bool, int4, int8, nullable, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { selectDue, selectDueOf } from '../../due/due-sql.ts'

export const listDuePayments = defineStatement(
  'list_due_payments',
  { now: timestamptz, limit: int4 },
  { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
  selectDue('payment', 'payments', ['is_test']),
)

export const listDuePaymentsOfMerchant = defineStatement(
  'list_due_payments_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('payment', 'payments', ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)
