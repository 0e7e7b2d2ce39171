/**
 * SQL: now by the database's clock. It stays the same within a statement, so an index on the column serves a
 * comparison.
 */
export const databaseNow = 'statement_timestamp()'

/**
 * Returns SQL: the time that lies the parameter's milliseconds (`:leaseMs`) after now, by the database's clock.
 * Processes share this clock: a machine whose own clock is ahead must not take work that another one still holds
 * (decisions/0043).
 */
export function msFromNow(param: string): string {
  return `${databaseNow} + ${param}::int4 * interval '1 millisecond'`
}
