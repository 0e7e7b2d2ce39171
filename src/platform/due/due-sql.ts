import { clockOffsetOf, merchantsAhead } from '../merchants/clock-sql.ts'
import type { RetriedKind } from './due.ts'

/** How rooms list what is due of theirs: SQL over their table, which has merchant_id, id and due_at. */

/**
 * SQL: what is due at :now of all merchants, at most :limit: merchant_id, id, the columns, clock_offset_ms and tries. The second
 * half is the sandbox's, where a merchant's clock may be ahead; what has failed is deferred by the system's clock. Each half takes no
 * more than are wanted: a plain join looked at everything that waits. `condition`: which of them; what it leaves out keeps nothing else out.
 */
export function selectDue(
  kind: RetriedKind,
  table: string,
  columns: readonly string[] = [],
  condition = 'true',
): string {
  const answered = ['merchant_id', 'id', ...columns]
  const listed = answered.join(', ')
  return `with due as (
     (select ${listed} from ${table} where due_at <= :now and ${isNotDeferred(kind, table)} and ${condition}
      order by due_at limit :limit)
     union
     select ${answered.map((column) => `waiting.${column}`).join(', ')}
     from (${merchantsAhead}) as ahead cross join lateral (
       select ${listed} from ${table} where merchant_id = ahead.merchant_id
         and due_at <= :now + ahead.clock_offset_ms * interval '1 millisecond' and ${isNotDeferred(kind, table)} and ${condition}
       order by due_at limit :limit
     ) as waiting
   )
   select ${listed}, ${clockOffsetOf('due')} as clock_offset_ms, ${triesOf(kind, 'due')} as tries from due limit :limit`
}

/**
 * SQL: what of merchant :merchantId is due until :until by its clock, first come first, at most :limit: id, the columns, due_at and
 * tries. `condition`: which of them. What was only held by somebody else is not deferred for who looks at one merchant's things; :now is
 * the system's time.
 */
export function selectDueOf(
  kind: RetriedKind,
  table: string,
  columns: readonly string[] = [],
  condition = 'true',
): string {
  return `select ${['id', ...columns, 'due_at'].join(', ')}, ${triesOf(kind, table)} as tries
   from ${table} where ${isDueOf(kind, table, condition)}
   order by due_at, id limit :limit`
}

/** SQL: whether `selectDueOf` would list anything. */
export function isAnyDueOf(kind: RetriedKind, table: string, condition: string): string {
  return `exists (select from ${table} where ${isDueOf(kind, table, condition)})`
}

function isDueOf(kind: RetriedKind, table: string, condition: string): string {
  const until = `select case when retry.tries > 0 then retry.next_try_at end from due_retries as retry where ${sameRow(kind, table)}`
  return `merchant_id = :merchantId and due_at <= :until and coalesce((${until}), '-infinity') <= :now
     and ${condition}`
}

function triesOf(kind: RetriedKind, alias: string): string {
  return `(select retry.tries from due_retries as retry where ${sameRow(kind, alias)})`
}

// A value and not a join, so that each row costs one look along the key, however much has failed.
function isNotDeferred(kind: RetriedKind, alias: string): string {
  return `coalesce((select retry.next_try_at from due_retries as retry where ${sameRow(kind, alias)}), '-infinity') <= :now`
}

function sameRow(kind: RetriedKind, alias: string): string {
  return `retry.merchant_id = ${alias}.merchant_id and retry.kind = '${kind}' and retry.id = ${alias}.id`
}
