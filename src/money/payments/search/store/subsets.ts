import { array, int4, int8, uuid } from '../../../../platform/db/columns.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import { isWithinLimits, limitColumns, termColumns, typedPayments } from '../limits-sql.ts'
import { beyond, type Direction, entryColumns, ownerColumns, placeColumns, sorted } from '../walks-sql.ts'

// The conditions of the partial indexes.
const conditions = { disputed: 'dispute_id is not null', with_refunds: 'refunded_minor > 0' } as const
type SubsetName = keyof typeof conditions

const listSubset = (subset: SubsetName, direction: Direction) =>
  defineStatement(
    `list_payments_${subset}_${direction}`,
    { ...ownerColumns, ...placeColumns },
    entryColumns,
    `select id, created_at from payments
     where merchant_id = :merchantId and is_test = :isTest and ${conditions[subset]} and ${beyond(direction)}
     ${sorted(direction)}`,
  )
const bothWays = (subset: SubsetName) => ({ older: listSubset(subset, 'older'), newer: listSubset(subset, 'newer') })

/** The next payments of a subset: a walk along its index. */
export const entriesOfSubset = { disputed: bothWays('disputed'), with_refunds: bothWays('with_refunds') }

const counted = { compared: int8, matching: int8 }

// Compares at most :limit payments, so that a subset with very many of them costs no more.
const countOf = (subset: SubsetName) =>
  defineStatement(
    `count_payments_${subset}`,
    { ...ownerColumns, ...limitColumns, limit: int4 },
    counted,
    `with subset as materialized (
       select listed_as, store_id, currency, amount_minor, created_at from payments
       where merchant_id = :merchantId and is_test = :isTest and ${conditions[subset]}
         and created_at >= :createdFrom and created_at <= :createdTo
       limit :limit
     )
     select count(*) as compared, count(*) filter (where ${isWithinLimits}) as matching from subset`,
  )
export const countSubset = { disputed: countOf('disputed'), with_refunds: countOf('with_refunds') }

// Looks each payment with one of the terms up: the caller knows that there are few.
const countTyped = (subset: SubsetName) =>
  defineStatement(
    `count_searched_payments_${subset}`,
    { ...ownerColumns, ...limitColumns, ...termColumns },
    counted,
    `with ${typedPayments}
     select count(*) as compared, count(*) filter (where ${isWithinLimits}) as matching from typed cross join lateral (
       select listed_as, store_id, currency, amount_minor, created_at from payments
       where merchant_id = :merchantId and payments.id = typed.id and is_test = :isTest and ${conditions[subset]} offset 0
     ) as payment`,
  )
export const countTypedSubset = { disputed: countTyped('disputed'), with_refunds: countTyped('with_refunds') }

const pickFrom = (subset: SubsetName) =>
  defineStatement(
    `pick_payments_${subset}`,
    { ...ownerColumns, ids: array(uuid) },
    { id: uuid },
    `select payment.id from unnest(:ids::uuid[]) as requested (id) cross join lateral (
       select id from payments
       where merchant_id = :merchantId and payments.id = requested.id and is_test = :isTest and ${conditions[subset]} offset 0
     ) as payment`,
  )
export const pickSubset = { disputed: pickFrom('disputed'), with_refunds: pickFrom('with_refunds') }
