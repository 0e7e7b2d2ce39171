import { databaseNow } from './database-time.ts'

/**
 * SQL fragments for work that processes claim from each other (decisions/0105). One column of the table has the due
 * time of a row. A claim moves that time to the end of a lease, so the row of a process that dies becomes due again
 * by itself. Four steps move it: claim and renew to the end of a lease, release to now or to a given time, defer to
 * the next try.
 */
export interface LeasedTable {
  readonly table: string
  /** The table's name within a statement. */
  readonly alias: string
  /** The column that says when a row is due. */
  readonly dueAt: string
}

/**
 * Returns SQL: lists the rows of all merchants that are due by the database's clock, longest overdue first, at most
 * :limit.
 */
export function selectClaimable(
  { table, dueAt }: Omit<LeasedTable, 'alias'>,
  columns: string,
  condition?: string,
): string {
  const more = condition === undefined ? '' : ` and ${condition}`
  return `select ${columns} from ${table} where ${dueAt} <= ${databaseNow}${more} order by ${dueAt} limit :limit`
}

/**
 * Returns SQL: locks the selected rows, of table `of` in a join, and skips rows that others have locked. A claim
 * never waits.
 */
export function lockFree(select: string, of?: string): string {
  return `${select} for update ${of === undefined ? '' : `of ${of} `}skip locked`
}

/** Returns SQL: the condition that a row of both lists is the same row. */
export function sameRow(one: string, other: string): string {
  return `${one}.merchant_id = ${other}.merchant_id and ${one}.id = ${other}.id`
}

/** What a move of the due time does besides: more assignments, and more tables to read from. */
interface Move {
  /** The new due time. */
  readonly to: string
  readonly set?: readonly string[]
  readonly from?: readonly string[]
}

/** Returns SQL: moves the due time of the rows in the list `locked`. More conditions may follow. */
export function moveDue(
  { table, alias, dueAt }: LeasedTable,
  locked: string,
  { to, set = [], from = [] }: Move,
): string {
  return `update ${table} as ${alias} set ${[`${dueAt} = ${to}`, ...set].join(', ')}
   from ${[locked, ...from].join(', ')} where ${sameRow(alias, locked)}`
}

/**
 * Returns SQL: claims the row of `condition` that is due at `now`, if no other process has locked it. More
 * conditions may follow.
 */
export function claimDue(leased: LeasedTable, condition: string, move: Move, now = databaseNow): string {
  const due = `select merchant_id, id from ${leased.table} where ${condition} and ${leased.dueAt} <= ${now}`
  return `with due as (
     ${lockFree(due)}
   )
   ${moveDue(leased, 'due', move)}`
}

/** Returns SQL: moves the due time of the row of `condition`, which says that the claim still counts. */
export function moveDueWhere({ table, dueAt }: Omit<LeasedTable, 'alias'>, condition: string, to: string): string {
  return `update ${table} set ${dueAt} = ${to} where ${condition}`
}
