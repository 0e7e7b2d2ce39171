import { clockOffsetOf, merchantsAhead } from '../merchants/merchants-sql.ts'
import type { RetriedKind } from './due.ts'

// SQL fragments that list due rows of a room's table, which has merchant_id, id and due_at.

/** A table of due rows, or a select that gives rows with these columns a name. */
type DueRows = string | { readonly name: string; readonly select: string }

function nameOf(rows: DueRows): string {
  return typeof rows === 'string' ? rows : rows.name
}

function fromRows(rows: DueRows): string {
  return typeof rows === 'string' ? rows : `(${rows.select}) as ${rows.name}`
}

/**
 * Returns SQL: rows of all merchants that are due at :now, at most :limit: merchant_id, id, the columns,
 * clock_offset_ms and tries. The second half finds rows of merchants with an advanced clock (sandbox). Rows that
 * failed are deferred by the system's clock. Each half has its own limit, because a plain join reads everything that
 * waits. `condition` filters before the limit.
 */
export function selectDue(
  kind: RetriedKind,
  rows: DueRows,
  columns: readonly string[] = [],
  condition = 'true',
): string {
  const table = nameOf(rows)
  const answered = ['merchant_id', 'id', ...columns]
  const listed = answered.join(', ')
  return `with due as (
     (select ${listed} from ${fromRows(rows)} where due_at <= :now and ${isNotDeferred(kind, table)} and ${condition}
      order by due_at limit :limit)
     union
     select ${answered.map((column) => `waiting.${column}`).join(', ')}
     from (${merchantsAhead}) as ahead cross join lateral (
       select ${listed} from ${fromRows(rows)} where merchant_id = ahead.merchant_id
         and due_at <= :now + ahead.clock_offset_ms * interval '1 millisecond' and ${isNotDeferred(kind, table)} and ${condition}
       order by due_at limit :limit
     ) as waiting
   )
   select ${listed}, ${clockOffsetOf('due')} as clock_offset_ms, ${triesOf(kind, 'due')} as tries from due limit :limit`
}

/**
 * Returns SQL: rows of merchant :merchantId that are due until :until by its clock, earliest first, at most :limit:
 * id, the columns, due_at and tries. Rows that only met another process's lock (zero tries) are not deferred here.
 * :now is the system's time.
 */
export function selectDueOf(
  kind: RetriedKind,
  rows: DueRows,
  columns: readonly string[] = [],
  condition = 'true',
): string {
  const table = nameOf(rows)
  return `select ${['id', ...columns, 'due_at'].join(', ')}, ${triesOf(kind, table)} as tries
   from ${fromRows(rows)} where ${isDueOf(kind, table, condition)}
   order by due_at, id limit :limit`
}

/** Returns SQL: the condition that `selectDueOf` lists at least one row. */
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

// A subquery and not a join, so that each row costs one lookup by the key, even if many rows have failed.
function isNotDeferred(kind: RetriedKind, alias: string): string {
  return `coalesce((select retry.next_try_at from due_retries as retry where ${sameRow(kind, alias)}), '-infinity') <= :now`
}

function sameRow(kind: RetriedKind, alias: string): string {
  return `retry.merchant_id = ${alias}.merchant_id and retry.kind = '${kind}' and retry.id = ${alias}.id`
}

/** SQL: a member of a `with` that removes the retries of the rows in `gone`, which has id, of merchant :merchantId. */
export const removeRetries = `gone_retries as (
     delete from due_retries as retry using gone
     where retry.merchant_id = :merchantId and retry.kind = any(array['payment', 'collection', 'dispute', 'message', 'erasure']) and retry.id = gone.id
   )`
