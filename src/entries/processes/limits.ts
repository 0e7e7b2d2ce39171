import { usualConnections } from '../../platform/db/open.ts'

/** What is under way when the service is told to stop gets so long to end; then the database is stopped all the same. */
export const drainMs = 6_000
/** Whatever does not end even then is left behind. */
export const stopMs = 10_000

/** All serving processes together hold so many connections: what any PostgreSQL has, with room for the command line. */
const maxConnections = 64

/** How many connections each of so many serving processes holds at most. */
export function connectionsEach(processes: number): number {
  return Math.min(usualConnections, Math.floor(maxConnections / processes))
}
