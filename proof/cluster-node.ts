import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { FreezingProxy } from '../testkit/freezing-proxy.ts'
import { findByFolder, isAlive, killAll } from '../testkit/process-table.ts'
import { retry } from '../testkit/timeouts.ts'
import { type ClusterProcess, startClusterProcess } from './cluster-process.ts'
import type { ClusterMachine } from './cluster-settings.ts'

const patienceMs = 1_000

/** A machine's PostgreSQL, its Patroni, and that Patroni's connection to etcd. */
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

  /** Returns PostgreSQL's processes, the first one first; empty while it is stopped. */
  postgresPids(): number[] {
    const { folder } = this.machine
    const file = join(folder, 'data', 'postmaster.pid')
    const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    // The number in a killed server's file may belong to another process by now.
    return findByFolder(folder).sort((a, b) => Number(b === first) - Number(a === first))
  }

  /** Kills PostgreSQL with `kill -9`, optionally with its Patroni. Returns when they have ended. */
  async kill(withPatroni: boolean): Promise<void> {
    const pids = this.postgresPids()
    if (pids.length < 3) throw new Error(`the processes of ${this.name} were not found`)
    await Promise.all([withPatroni && this.#process?.kill(), killAll(pids, 'SIGKILL')])
    await retry('what was killed is gone', () => !pids.some(isAlive))
  }

  killPatroni(): Promise<void> | undefined {
    return this.#process?.kill()
  }

  /** Whether its PostgreSQL is the primary; false if it does not answer. */
  async isPrimary(): Promise<boolean> {
    return this.query('select pg_is_in_recovery() as is_standby').then(
      ([row]) => row?.['is_standby'] === false,
      () => false,
    )
  }

  /** Whether its PostgreSQL acknowledges a commit now. It needs a synchronous standby for that. */
  async acknowledges(): Promise<boolean> {
    const commit = "select pg_logical_emit_message(true, 'proof', '') where not pg_is_in_recovery()"
    return this.query(commit).then(
      ({ length }) => length === 1,
      () => false,
    )
  }

  /** Runs SQL on this PostgreSQL as its superuser. Gives up after `timeoutMs` milliseconds. */
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

  /** Calls the REST API of this Patroni. */
  async ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.machine.ports.patroni}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
