import { array, int4, int8, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { placeOfPayment } from '../../payments/payments-sql.ts'
import { isWithinLimits, limitColumns, termColumns, typedPayments } from '../../payments/search/limits-sql.ts'
import {
  beyond,
  type Direction,
  entryColumns,
  ownerColumns,
  placeColumns,
  sorted,
} from '../../payments/search/walks-sql.ts'

const failing = 'select id from collections where merchant_id = :merchantId and is_test = :isTest and is_failing'

const listOverdue = (direction: Direction) =>
  defineStatement(
    `list_overdue_payments_${direction}`,
    { ...ownerColumns, ...placeColumns },
    entryColumns,
    `select id, created_at from (${failing} offset 0) as failing cross join lateral (${placeOfPayment('failing.id')}) as payment
     where ${beyond(direction)}
     ${sorted(direction)}`,
  )
/** The next payments with an overdue instalment. */
export const overdueEntries = { older: listOverdue('older'), newer: listOverdue('newer') }

export const countFailing = defineStatement(
  'count_failing_collections',
  { ...ownerColumns, limit: int4 },
  { count: int8 },
  `select count(*) as count from (${failing} limit :limit) as failing`,
)

const counted = { compared: int8, matching: int8 }

// Compares at most :limit payments. `matching`: those within the limits of a search.
export const countOverdue = defineStatement(
  'count_overdue_payments',
  { ...ownerColumns, ...limitColumns, limit: int4 },
  counted,
  `with failing as materialized (${failing} limit :limit)
   select count(*) as compared, count(*) filter (where ${isWithinLimits}) as matching
   from failing cross join lateral (${placeOfPayment('failing.id')}) as payment`,
)

// Looks each payment with one of the terms up: the caller knows that there are few.
export const countTypedOverdue = defineStatement(
  'count_searched_overdue_payments',
  { ...ownerColumns, ...limitColumns, ...termColumns },
  counted,
  `with ${typedPayments}
   select count(*) as compared, count(*) filter (where ${isWithinLimits}) as matching
   from typed cross join lateral (${failing} and id = typed.id offset 0) as failing
   cross join lateral (${placeOfPayment('failing.id')}) as payment`,
)

export const listFailingOf = defineStatement(
  'list_failing_collections',
  { ...ownerColumns, ids: array(uuid) },
  { id: uuid },
  `${failing} and id = any(:ids::uuid[])`,
)
