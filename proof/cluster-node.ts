import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { FreezingProxy } from '../testkit/freezing-proxy.ts'
import { findByFolder, isAlive, killAll } from '../testkit/process-table.ts'
import { retry } from '../testkit/timeouts.ts'
import { type ClusterProcess, startClusterProcess } from './cluster-process.ts'
import type { ClusterMachine } from './cluster-settings.ts'

const patienceMs = 1_000

/** A machine's PostgreSQL, the Patroni that keeps it, and that one's way to etcd. */
export class ClusterNode {
  readonly name: string
  readonly machine: ClusterMachine
  readonly wayToEtcd: FreezingProxy
  readonly #patroni: string
  readonly #password: string
  #process: ClusterProcess | undefined

  constructor(machine: ClusterMachine, wayToEtcd: FreezingProxy, patroni: string, password: string) {
    this.name = machine.name
    this.machine = machine
    this.wayToEtcd = wayToEtcd
    this.#patroni = patroni
    this.#password = password
  }

  startPatroni(): void {
    const { folder } = this.machine
    this.#process = startClusterProcess(this.#patroni, [join(folder, 'patroni.yml')], folder)
  }

  /** PostgreSQL's own processes, the first of them first; none where it does not run. */
  postgresPids(): number[] {
    const { folder } = this.machine
    const file = join(folder, 'data', 'postmaster.pid')
    const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    // What a killed server has noted down may be the number of somebody else's process by now.
    return findByFolder(folder).sort((a, b) => Number(b === first) - Number(a === first))
  }

  /** `kill -9` of PostgreSQL; with its Patroni, where that is killed too. Ends when they are gone. */
  async kill(withPatroni: boolean): Promise<void> {
    const pids = this.postgresPids()
    if (pids.length < 3) throw new Error(`the processes of ${this.name} were not found`)
    await Promise.all([withPatroni && this.#process?.kill(), killAll(pids, 'SIGKILL')])
    await retry('what was killed is gone', () => !pids.some(isAlive))
  }

  killPatroni(): Promise<void> | undefined {
    return this.#process?.kill()
  }

  /** Whether its PostgreSQL is no standby; false where it does not answer. */
  async isPrimary(): Promise<boolean> {
    return this.query('select pg_is_in_recovery() as is_standby').then(
      ([row]) => row?.['is_standby'] === false,
      () => false,
    )
  }

  /** Whether its PostgreSQL has acknowledged a commit just now, which it does once a synchronous standby has it. */
  async acknowledges(): Promise<boolean> {
    const commit = "select pg_logical_emit_message(true, 'proof', '') where not pg_is_in_recovery()"
    return this.query(commit).then(
      ({ length }) => length === 1,
      () => false,
    )
  }

  /** Asks this PostgreSQL itself, as its superuser; gives up after so long (milliseconds). */
  async query(sql: string, timeoutMs = patienceMs): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port: this.machine.ports.postgres, user: 'postgres', database: 'postgres' },
      password: this.#password,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      client.end().catch(() => undefined)
    }
  }

  /** Asks this Patroni. */
  async ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.machine.ports.patroni}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
