import { bool, int4, int8, type RowOf, text, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import type { DayFigures } from './day-figures.ts'
import { changeEvents, figureNames, paymentEvents, sumFigures } from './figures-sql.ts'

const figureColumns = {
  currency: text,
  date: text,
  opened: int8,
  approved: int8,
  authorized: int8,
  authorized_minor: int8,
  captured: int8,
  captured_minor: int8,
  refunded: int8,
  refunded_minor: int8,
  disputed: int8,
}

const names = figureNames.join(', ')
const added = figureNames.map((name) => `sum(${name})::int8 as ${name}`).join(', ')

// The stored figures, and the changes that are not added yet.
export const listFigures = defineStatement(
  'list_payment_figures',
  { merchantId: uuid, isTest: bool, from: text, to: text },
  figureColumns,
  `with change as (
     select * from payment_count_changes where merchant_id = :merchantId and is_test = :isTest
   ), uncounted as (
     ${sumFigures(changeEvents('change'))}
   ), figure as (
     select currency, date, ${names} from payment_figures
     where merchant_id = :merchantId and is_test = :isTest and date between :from::text::date and :to::text::date
     union all
     select currency, date, ${names} from uncounted where date between :from::text::date and :to::text::date
   )
   select currency, date::text, ${added} from figure group by currency, date order by currency, date`,
)

export function figuresFrom(row: RowOf<typeof figureColumns>): DayFigures {
  return {
    date: row.date,
    opened: Number(row.opened),
    approved: Number(row.approved),
    authorized: Number(row.authorized),
    authorizedMinor: row.authorized_minor,
    captured: Number(row.captured),
    capturedMinor: row.captured_minor,
    refunded: Number(row.refunded),
    refundedMinor: row.refunded_minor,
    disputed: Number(row.disputed),
  }
}

const negated = figureNames.map((name) => `-${name}`).join(', ')

// For the doctor, over all merchants: the missing amount of each figure.
export const listWrongFigures = onEachShard(
  defineReport(
    'list_wrong_payment_figures',
    { limit: int4 },
    { merchant_id: uuid, is_test: bool, ...figureColumns },
    `with figure as (
     ${sumFigures(paymentEvents)}
     union all
     select merchant_id, is_test, currency, date, ${negated} from payment_figures
     union all
     select merchant_id, is_test, currency, date, ${negated} from (${sumFigures(changeEvents('payment_count_changes'))}) as uncounted
   )
   select merchant_id, is_test, currency, date::text, ${added} from figure
   group by merchant_id, is_test, currency, date having (${figureNames.map((name) => `sum(${name})`).join(', ')}) <> (${figureNames.map(() => '0').join(', ')})
   order by 1, 2, 3, 4 limit :limit`,
  ),
)
