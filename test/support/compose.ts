import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { parse } from 'yaml'
import { queryOnce } from '../../testkit/query.ts'

const root = join(import.meta.dirname, '../..')

/** The parts of `compose.yaml` that tests read. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: Readonly<Record<string, unknown>>
}

export interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks: readonly string[]
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly healthcheck: object
  readonly stop_grace_period?: string
  readonly deploy: { readonly resources: { readonly limits: object } }
}

export const composeText = readFileSync(join(root, 'compose.yaml'), 'utf8')

/** Reads `compose.yaml` and fills in the variables as Compose does. Throws if a required variable is missing. */
export function readCompose(env: NodeJS.ProcessEnv): Compose {
  const fill = (_whole: string, name: string, how: string | undefined, message = '') => {
    if (env[name]) return env[name]
    assert.notEqual(how, ':?', `${name}: ${message}`)
    return message
  }
  const filled = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{(\w+)(?:(:[-?])([^}]*))?\}/g, fill) : value
  return JSON.parse(JSON.stringify(parse(composeText, { merge: true })), filled)
}

/** Runs the project's script that makes the secrets of `compose.yaml`. Returns their folder. */
export function makeSecrets(folder: string): string {
  const script = join(folder, 'new-secrets.sh')
  cpSync(join(root, 'ops/compose/new-secrets.sh'), script)
  execFileSync(script, { stdio: 'ignore' })
  return join(folder, 'secrets')
}

/**
 * Makes the roles and the database of these secrets on an embedded server, as the image of PostgreSQL does at its first
 * start.
 * Returns the address for each login. The server's superuser keeps another name than the service's login.
 */
export async function makeRoles(server: pg.PoolConfig, secrets: string) {
  const read = (name: string): string => readFileSync(join(secrets, name), 'utf8')
  const statements = read('roles.sql').replaceAll('role qist login', 'role app login').split(/;\n/)
  for (const statement of statements.filter((text) => text !== '')) await queryOnce(server, statement)
  const connectionOf = (name: string): pg.PoolConfig => {
    const { username, password, pathname } = new URL(read(name))
    return { ...server, user: username === 'qist' ? 'app' : username, password, database: pathname.slice(1) }
  }
  return { service: connectionOf('database_url'), owner: connectionOf('migration_database_url') }
}
