/**
 * SQL: so many milliseconds (a parameter: `:leaseMs`) from now by the database's clock, for what falls due whichever process asks: a
 * machine whose clock is ahead must not take what another one is still at (decisions/0043).
 */
export function msFromNow(param: string): string {
  return `statement_timestamp() + ${param}::int4 * interval '1 millisecond'`
}
