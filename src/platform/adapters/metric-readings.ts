import { Counter, Gauge, type Registry } from 'prom-client'
import type { PoolState } from '../db/pool.ts'

/** Values that are read at each scrape. */
export interface Readings {
  readonly pool?: () => PoolState
  /** The lateness of each loop of background work, in seconds. */
  readonly lateness?: () => Readonly<Record<string, number>>
  /** The number of claimed deliveries of this process, by state. */
  readonly deliveries?: () => Readonly<Record<'queued' | 'under_way', number>>
  /** Free room on the disk of the data folder, in bytes. */
  readonly disk?: () => Promise<{ readonly free: number; readonly size: number }>
}

/** Registers the readings. Each has no value until its source is added. */
export function openReadings(registers: Registry[]): (added: Readings) => void {
  let readings: Readings = {}
  const gauge = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Readonly<Record<string, number>> | undefined>,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        for (const [value, number] of Object.entries((await read()) ?? {})) this.set({ [label]: value }, number)
      },
    })
  gauge(
    'qist_database_connections',
    'Connections of the pool, by state; limit: the most there may be',
    'state',
    async () => {
      const state = readings.pool?.()
      return state && { busy: state.busy, idle: state.idle, limit: state.limit }
    },
  )
  gauge('qist_database_waiters', 'Who waits for a connection of the pool at this moment', 'for', async () => {
    const state = readings.pool?.()
    return state && { connection: state.waiting }
  })
  gauge('qist_background_late_seconds', 'How long ago the next round of each loop was due, by work', 'work', async () =>
    readings.lateness?.(),
  )
  gauge('qist_deliveries_held', 'Claimed deliveries in this process, by state', 'state', async () =>
    readings.deliveries?.(),
  )
  gauge('qist_disk_bytes', 'The disk of DATA_DIR: free, and its whole size', 'of', async () =>
    readings.disk?.().catch(() => undefined),
  )
  new Counter({
    name: 'qist_database_timeouts_total',
    help: 'How often no connection was to be had in time (connection), or the database did not answer (answer)',
    labelNames: ['for'],
    registers,
    collect() {
      const { unconnected = 0, unanswered = 0 } = readings.pool?.() ?? {}
      this.reset()
      this.inc({ for: 'connection' }, unconnected)
      this.inc({ for: 'answer' }, unanswered)
    },
  })
  return (added) => {
    readings = { ...readings, ...added }
  }
}
