import { usualConnections } from '../../platform/db/open.ts'

/** Longest time for work under way at a stop; afterwards the database is closed. */
export const drainMs = 6_000
/** Longest stop in total; the process exits then. */
export const stopMs = 10_000

/** Most database connections of all serving processes: what any PostgreSQL allows, with room for the command line. */
const maxConnections = 64

/** Returns the most connections of each serving process. */
export function connectionsEach(processes: number): number {
  return Math.min(usualConnections, Math.floor(maxConnections / processes))
}
