import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { parse } from 'yaml'
import { queryOnce } from '../../testkit/query.ts'

const root = join(import.meta.dirname, '../..')

/** What is read of `compose.yaml`. */
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

/** Reads `compose.yaml` with these variables filled in, as Compose does; fails where one is missing that has to be set. */
export function readCompose(env: NodeJS.ProcessEnv): Compose {
  const fill = (_whole: string, name: string, how: string | undefined, said = '') => {
    if (env[name]) return env[name]
    assert.notEqual(how, ':?', `${name}: ${said}`)
    return said
  }
  const filled = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{(\w+)(?:(:[-?])([^}]*))?\}/g, fill) : value
  return JSON.parse(JSON.stringify(parse(composeText, { merge: true })), filled)
}

/** Makes the secrets of `compose.yaml` in a folder below this one, by the script that is there for it; answers where. */
export function makeSecrets(folder: string): string {
  const script = join(folder, 'new-secrets.sh')
  cpSync(join(root, 'ops/compose/new-secrets.sh'), script)
  execFileSync(script, { stdio: 'ignore' })
  return join(folder, 'secrets')
}

/**
 * Makes the roles and the database of these secrets at an embedded server, as the image of PostgreSQL does at its first start, and
 * answers how each login reaches it. The server's superuser has a name that is wanted here: the service's login is another.
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
