import pg from 'pg'
import type { App } from '../src/platform/app/app.ts'
import { text } from '../src/platform/db/columns.ts'
import type { Queryable } from '../src/platform/db/db.ts'
import { defineStatement, type Statement } from '../src/platform/db/statement.ts'
import { encodeParams } from '../src/platform/db/values.ts'
import type { Query } from '../testkit/query.ts'
import { closedLoop, type LoopResult } from './loops.ts'
import type { Payments } from './seed.ts'

/** A statement of a use case, with its parameters as the driver sends them. */
export interface RawStatement {
  readonly name: string
  readonly text: string
  readonly types: readonly string[]
  readonly values: readonly unknown[]
}

/** The statements of a use case, and those ids among their parameters that differ in every run. */
export interface Recording {
  readonly statements: readonly RawStatement[]
  readonly ids: readonly string[]
  /** Three hexadecimal digits of this recording: two recordings on one payment must generate different ids. */
  readonly digits: string
}

let recordings = 0

/**
 * Runs a use case on two payments and keeps the statements of the first, with the parameters that the service sends.
 * Ids that both runs share, such as the merchant's, stay unchanged.
 */
export async function record(app: App, useCase: (app: App, turn: 0 | 1) => Promise<unknown>): Promise<Recording> {
  const statements = await recordOnce(app, (recorded) => useCase(recorded, 0))
  const other = await recordOnce(app, (recorded) => useCase(recorded, 1))
  const shared = new Set(idsOf(other))
  recordings += 1
  const digits = recordings.toString(16).padStart(3, '0')
  return { statements, ids: idsOf(statements).filter((id) => !shared.has(id)), digits }
}

/** Lets recorded statements change any payment: they name the last change of their own example only. */
export async function forgetChanges(query: Query): Promise<void> {
  await query('update payments set change_id = null where change_id is not null')
}

async function recordOnce(app: App, useCase: (app: App) => Promise<unknown>): Promise<RawStatement[]> {
  const statements: RawStatement[] = []
  const run: Queryable['run'] = (statement, params) => {
    statements.push(rawStatementOf(statement, params))
    return app.db.run(statement, params)
  }
  await useCase({ ...app, db: { ...app.db, run } })
  return statements
}

/** Returns the statement with these parameters, as the driver sends them. */
export function rawStatementOf<Params, Row>(statement: Statement<Params, Row>, params: Params): RawStatement {
  const { name, text: sql, params: columns } = statement
  return { name, text: sql, types: columns.map(([, { pg: type }]) => type), values: encodeParams(statement, params) }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function idsOf(statements: readonly RawStatement[]): string[] {
  return [...new Set(JSON.stringify(statements.map(({ values }) => values)).match(uuid) ?? [])]
}

/** Returns the first part of each of these ids in a run. The run's number follows in twelve hexadecimal digits. */
export function prefixesOf(recording: Recording, paymentPrefix: string): Map<string, string> {
  const own = recording.ids.find((id) => id.startsWith(paymentPrefix))
  return new Map(
    recording.ids.map((id, index) => [
      id,
      id === own ? paymentPrefix : `e${recording.digits}${String(index).padStart(4, '0')}-0000-7000-8000-`,
    ]),
  )
}

const sessionSettings = defineStatement(
  'bench_session_settings',
  {},
  { name: text, setting: text },
  `select name, setting from pg_settings where source = 'client' and name not in ('application_name', 'client_encoding')`,
)

/** Returns the settings of the service's connections, in the form of connection options. */
export async function readSessionOptions(app: App): Promise<string> {
  const settings = await app.db.run(sessionSettings, {})
  // A space in a setting would end it.
  return settings.map(({ name, setting }) => `-c ${name}=${setting.replaceAll(' ', '\\ ')}`).join(' ')
}

/**
 * Returns a function that runs the recorded statements, payment by payment, with the bare driver by several clients.
 */
export async function loopOverDriver(
  app: App,
  connection: pg.PoolConfig,
  recording: Recording,
  payments: Payments,
  clients: number,
): Promise<LoopResult> {
  const pool = new pg.Pool({ ...connection, max: clients, options: await readSessionOptions(app) })
  const prefixes = prefixesOf(recording, payments.prefix)
  const withIds = (value: unknown, number: string): unknown => {
    if (Array.isArray(value)) return value.map((element) => withIds(element, number))
    if (typeof value !== 'string') return value
    return value.replaceAll(uuid, (id) => {
      const prefix = prefixes.get(id)
      return prefix === undefined ? id : prefix + number
    })
  }
  try {
    return await closedLoop(payments.count, clients, async (n) => {
      const number = (payments.first + n).toString(16).padStart(12, '0')
      for (const { name, text: sql, values } of recording.statements) {
        await pool.query({ name, text: sql, values: values.map((value) => withIds(value, number)) })
      }
    })
  } finally {
    await pool.end()
  }
}
