import { bool, int4, int8, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { localDate, startOfDate } from '../../plans/local-time-sql.ts'
import { changeEvents, figureNames, paymentEvents, removedKind, sumFigures } from '../figures/figures-sql.ts'

const keys = 'merchant_id, is_test, listed_as, span, begins_at'
const storeKeys = 'merchant_id, is_test, store_id, listed_as, span, begins_at'
const figureKeys = 'merchant_id, is_test, currency, date'

/** SQL: each payment as a count of 1. */
const everyPayment = `select merchant_id, is_test, store_id, currency::text, created_at, listed_as, 1 as count from payments`
// Removed payments are counted as a kind of their own, so that the figures of days can still be checked.
const everyRemoved = `select merchant_id, is_test, store_id, currency, created_at, listed_as, 1 from payment_count_changes
     where listed_as = '${removedKind}'`
const stepsOf = (changes: string): string =>
  `select merchant_id, is_test, store_id, currency, created_at, listed_as, 1 as count from ${changes}
     union all
     select merchant_id, is_test, store_id, currency, created_at, listed_before, -1 from ${changes} where listed_before is not null`

/** SQL: the sum by the quarter of an hour of creation. Days are computed from these sums, which are far fewer. */
const quartersOf = (steps: string): string =>
  `select merchant_id, is_test, store_id, currency, listed_as, date_bin('15 minutes', created_at, 'epoch') as quarter, sum(count) as count
     from (${steps}) as step group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0`

const countedIn = (quarters: string): string =>
  `select merchant_id, is_test, listed_as, span.name as span, span.begins_at, sum(count) as count
     from ${quarters} cross join lateral (
       values ('quarter_hour', quarter), ('day', date_bin('1 day', quarter, 'epoch'))
     ) as span (name, begins_at) group by 1, 2, 3, 4, 5 having sum(count) <> 0`
// A store has its own days. Changes of earlier versions have no store, and were counted once.
const countedInStores = (quarters: string): string =>
  `select merchant_id, is_test, store_id, listed_as, span.name as span, span.begins_at, sum(count) as count
     from ${quarters} cross join lateral (
       values ('quarter_hour', quarter), ('day', ${startOfDate(localDate('quarter', 'currency'), 'currency')})
     ) as span (name, begins_at) where store_id is not null group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0`

// One process counts at a time: a recount waits for a count, and a count skips if another one runs. The number is this
// lock's own.
export const lockCounts = defineStatement(
  'lock_payment_counts',
  {},
  { locked: text },
  'select pg_advisory_xact_lock(7305)::text as locked',
)
export const tryLockCounts = defineStatement(
  'try_lock_payment_counts',
  {},
  { locked: bool },
  'select pg_try_advisory_xact_lock(7305) as locked',
)

// At most :limit changes of all merchants. The rows have no key, so they are selected by ctid.
export const countChanges = defineStatement(
  'count_payment_changes',
  { limit: int4 },
  { counted: int4 },
  `with change as (
     delete from payment_count_changes where ctid = any (array (select ctid from payment_count_changes limit :limit))
     returning merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as, move, at, amount_minor
   ), step as (
     ${quartersOf(stepsOf('change'))}
   ), counted as (
     insert into payment_counts as counts (${keys}, count)
     ${countedIn('step')}
     on conflict (${keys}) do update set count = counts.count + excluded.count
   ), counted_in_stores as (
     insert into payment_store_counts as counts (${storeKeys}, count)
     ${countedInStores('step')}
     on conflict (${storeKeys}) do update set count = counts.count + excluded.count
   ), figured as (
     insert into payment_figures as figures (${figureKeys}, ${figureNames.join(', ')})
     ${sumFigures(changeEvents('change'))}
     on conflict (${figureKeys}) do update set ${figureNames.map((name) => `${name} = figures.${name} + excluded.${name}`).join(', ')}
   )
   select count(*)::int4 as counted from change`,
)

const quarters = `payment as (
     ${quartersOf(everyPayment)}
   ), step as (
     ${quartersOf(stepsOf('payment_count_changes'))}
   )`

// For the doctor, over all merchants: the counts and the uncounted changes that differ from the payments.
export const listMiscounted = defineReport(
  'list_miscounted_payments',
  { limit: int4 },
  { merchant_id: uuid, is_test: bool, listed_as: text, span: text, begins_at: timestamptz, missing: int8 },
  `with ${quarters}, number as (
     ${countedIn('payment')}
     union all
     select ${keys}, -count from payment_counts
     union all
     select ${keys}, -count from (${countedIn('step')}) as uncounted
   )
   select merchant_id, is_test, listed_as, span::text, begins_at, sum(count)::int8 as missing from number
   where listed_as <> '${removedKind}' group by 1, 2, 3, 4, 5 having sum(count) <> 0
   order by 1, 2, 3, 4, 5 limit :limit`,
)

export const listMiscountedInStores = defineReport(
  'list_miscounted_payments_of_stores',
  { limit: int4 },
  {
    merchant_id: uuid,
    is_test: bool,
    store_id: uuid,
    listed_as: text,
    span: text,
    begins_at: timestamptz,
    missing: int8,
  },
  `with ${quarters}, number as (
     ${countedInStores('payment')}
     union all
     select ${storeKeys}, -count from payment_store_counts
     union all
     select ${storeKeys}, -count from (${countedInStores('step')}) as uncounted
   )
   select merchant_id, is_test, store_id, listed_as, span::text, begins_at, sum(count)::int8 as missing from number
   where listed_as <> '${removedKind}' group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
   order by 1, 2, 3, 4, 5, 6 limit :limit`,
)

// Recounts all merchants as of now. Later changes are counted afterwards. Removed payments cannot be counted again.
export const forgetCounts = defineStatement(
  'forget_payment_counts',
  {},
  {},
  `with in_stores as (delete from payment_store_counts where listed_as <> '${removedKind}'), figures as (delete from payment_figures)
   delete from payment_counts where listed_as <> '${removedKind}'`,
)
const recount = (which: string): string =>
  `with payment as (
     ${quartersOf(`select * from (${everyPayment} union all ${everyRemoved}) as payment ${which}`)}
   ), forgotten as (
     delete from payment_count_changes ${which}
   ), counted_in_stores as (
     insert into payment_store_counts as counts (${storeKeys}, count) ${countedInStores('payment')}
     on conflict (${storeKeys}) do update set count = counts.count + excluded.count
   ), figured as (
     insert into payment_figures (${figureKeys}, ${figureNames.join(', ')})
     ${sumFigures(`select * from (${paymentEvents}) as event ${which}`)}
   )
   insert into payment_counts as counts (${keys}, count) ${countedIn('payment')}
   on conflict (${keys}) do update set count = counts.count + excluded.count`

export const recountPayments = defineReport('recount_payments', {}, {}, recount(''))

// The same for one merchant and mode.
const ofMode = { merchantId: uuid, isTest: bool }
const isOfMode = 'where merchant_id = :merchantId and is_test = :isTest'

export const forgetModeCounts = defineStatement(
  'forget_payment_counts_of_mode',
  ofMode,
  {},
  `with in_stores as (delete from payment_store_counts ${isOfMode}), figures as (delete from payment_figures ${isOfMode})
   delete from payment_counts ${isOfMode}`,
)
export const recountMode = defineReport('recount_payments_of_mode', ofMode, {}, recount(isOfMode))

// No index by age: any rows are a good sample, because all are counted within a second or two.
export const uncountedChanges = defineStatement(
  'measure_uncounted_payments',
  waitingParams,
  waitingRow,
  countWaiting(
    `select least(coalesce(at, created_at), :now) as since from (select at, created_at from payment_count_changes limit :limit) as change`,
  ),
)

export const listLargest = defineReport(
  'list_largest_merchants',
  { limit: int4 },
  { merchant_id: uuid, payments: int8, total: int8 },
  `with counted as (
     select merchant_id, sum(count)::int8 as payments from payment_counts where span = 'day' and listed_as <> '${removedKind}' group by merchant_id
   )
   select merchant_id, payments, (select sum(payments)::int8 from counted) as total from counted
   order by payments desc, merchant_id limit :limit`,
)
