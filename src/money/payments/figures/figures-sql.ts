import { storeCurrencies } from '../../../platform/merchants/merchants-sql.ts'
import { localDate } from '../../plans/local-time-sql.ts'

/** The figures of a day, each with its aggregate over rows with `move` and `amount_minor`. */
const sums: Readonly<Record<string, string>> = {
  opened: `count(*) filter (where move = 'create')`,
  approved: `count(*) filter (where move = 'approve')`,
  ...movementSums('authorize', 'authorized'),
  ...movementSums('capture', 'captured'),
  ...movementSums('refund', 'refunded'),
  disputed: `count(*) filter (where move = 'open_dispute')`,
}

function movementSums(move: string, name: string) {
  return {
    [name]: `count(*) filter (where move = '${move}')`,
    [`${name}_minor`]: `coalesce(sum(amount_minor) filter (where move = '${move}'), 0)`,
  }
}

/** The columns of the figures. */
export const figureNames: readonly string[] = Object.keys(sums)

/** SQL: the moves that count in figures, beside the creation. */
export const figuredMoves = `('authorize', 'capture', 'refund', 'open_dispute')`

/** SQL: the figures of each merchant, mode, currency and day, from a query of events. */
export function sumFigures(events: string): string {
  return `select merchant_id, is_test, currency, ${localDate('at', 'currency')} as date,
       ${Object.entries(sums)
         .map(([name, sum]) => `(${sum})::int8 as ${name}`)
         .join(', ')}
     from (${events}) as event
     group by 1, 2, 3, 4`
}

/**
 * SQL: the events of changes that are not counted yet. Changes of earlier versions have no currency, and were counted
 * once.
 */
export function changeEvents(changes: string): string {
  const event = (at: string, move: string, condition: string): string =>
    `select merchant_id, is_test, currency, ${at} as at, ${move} as move, amount_minor
     from ${changes} where currency is not null and ${condition}`
  return [
    event('created_at', `'create'`, 'listed_before is null'),
    event('created_at', `'approve'`, `move = 'authorize'`),
    event('at', 'move', `move in ${figuredMoves}`),
  ].join('\n     union all ')
}

/** The kind of removed payments in the counts. No list shows it. */
export const removedKind = 'removed'

/** SQL: the events of all payments, and the creation of removed payments. */
export const paymentEvents = `select merchant_id, is_test, currency::text, created_at as at, 'create' as move, 0 as amount_minor from payments
     union all
     select payment.merchant_id, payment.is_test, payment.currency, event.at, event.move,
       case when step.move = 'authorize' then payment.amount_minor else step.amount_minor end
     from payment_timeline as step
     join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
     cross join lateral (
       select step.at, step.move union all select payment.created_at, 'approve' where step.move = 'authorize'
     ) as event
     where step.move in ${figuredMoves}
     union all
     select counts.merchant_id, counts.is_test, store.currency::text, counts.begins_at, 'create', 0
     from payment_store_counts as counts
     join (${storeCurrencies}) as store on store.merchant_id = counts.merchant_id and store.store_id = counts.store_id
     cross join lateral generate_series(1, counts.count)
     where counts.listed_as = '${removedKind}' and counts.span = 'quarter_hour'
     union all
     select merchant_id, is_test, currency, created_at, 'create', 0 from payment_count_changes where listed_as = '${removedKind}'`
