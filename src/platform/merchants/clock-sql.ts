/** How other rooms look at merchants' clocks: SQL for their sweeps. The table is this room's. */

/** SQL: how far the clock of the merchant of this alias, which has `merchant_id`, is ahead of the system's, in milliseconds. */
export function clockOffsetOf(alias: string): string {
  return `(select owner.clock_offset_ms from merchants as owner where owner.merchant_id = ${alias}.merchant_id)`
}

/** SQL: the merchants whose clocks the sandbox has moved ahead: merchant_id and clock_offset_ms. */
export const merchantsAhead = 'select merchant_id, clock_offset_ms from merchants where clock_offset_ms > 0'
