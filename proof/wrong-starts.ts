import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { openClient, succeed } from '../testkit/client.ts'
import { listen } from '../testkit/listen.ts'
import { queryOnce } from '../testkit/query.ts'
import { demoKey } from '../testkit/shop.ts'
import type { Context } from './context.ts'
import { startService } from './service.ts'
import { wrongValues } from './wrong-values.ts'

/** A start that must fail. */
export interface WrongStart {
  readonly what: string
  /** The variable that its message must name. */
  readonly names: string
  /** An alternative text of its message. */
  readonly says?: string
  readonly env: NodeJS.ProcessEnv
  /** Texts that it must not print. */
  readonly secrets?: readonly string[]
}

/** The surroundings of wrong starts: databases in unusable states, and ports with other servers. */
export interface Settings {
  /** An empty database, and one that stays empty. */
  readonly emptyUrl: string
  readonly untouchedUrl: string
  /** A database of a sandbox, with secrets under its key. */
  readonly usedUrl: string
  readonly key: string
  /** A database that a newer version has migrated. */
  readonly newerUrl: string
  readonly ports: { readonly silent: number; readonly rude: number; readonly closing: number; readonly taken: number }
  /** A data folder with an embedded database, and a file in place of a folder. */
  readonly usedFolder: string
  readonly file: string
  /** Returns the changes that failed starts have made. */
  check(): Promise<string[]>
  close(): Promise<void>
}

export async function openSettings(context: Context): Promise<Settings> {
  const key = 'a1b2'.repeat(16)
  const create = (name: string): Promise<string> => context.createDatabase(`proof_p21_${name}`)
  const [emptyUrl, untouchedUrl] = [await create('empty'), await create('untouched')]
  const [usedUrl, newerUrl] = [await create('used'), await create('newer')]
  const usedFolder = join(context.folder, 'p21-used')
  await useDatabase(context, { DATABASE_URL: usedUrl, SECRETS_KEY: key, DATA_DIR: join(context.folder, 'p21-a') })
  await useDatabase(context, { DATABASE_URL: '', DATA_DIR: usedFolder })
  await (await startService(context, { DATABASE_URL: newerUrl, DATA_DIR: join(context.folder, 'p21-b') })).stop()
  await query(newerUrl, `insert into migrations (name) values ('9999-from-the-future.sql')`)
  const file = join(context.folder, 'p21-file')
  writeFileSync(file, 'no folder')
  const listeners = {
    // Servers that accept connections and stay silent, that answer in another protocol, and that hang up.
    silent: await openListener(() => undefined),
    rude: await openListener((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    closing: await openListener((socket) => void socket.destroy()),
    taken: await openListener(() => undefined),
  }
  const before = await countAll([untouchedUrl, usedUrl, newerUrl])
  return {
    ...{ emptyUrl, untouchedUrl, usedUrl, key, newerUrl, usedFolder, file },
    ports: {
      silent: listeners.silent.port,
      rude: listeners.rude.port,
      closing: listeners.closing.port,
      taken: listeners.taken.port,
    },
    async check() {
      const after = await countAll([untouchedUrl, usedUrl, newerUrl])
      return before === after ? [] : [`what was in the databases has changed: ${before} became ${after}`]
    },
    async close() {
      for (const { close } of Object.values(listeners)) close()
    },
  }
}

/** Returns every start that must fail. */
export function wrongStarts(settings: Settings): WrongStart[] {
  return [...wrongValues(settings), ...wrongDatabases(settings), ...wrongPlaces(settings)]
}

function wrongDatabases({ usedUrl, emptyUrl, untouchedUrl, newerUrl, key, ports }: Settings): WrongStart[] {
  const production = { QIST_MODE: 'production', SECRETS_KEY: key, SIGNING_KEY: key }
  const other = 'b2'.repeat(32)
  const on = (port: number): string => `postgres://user:hidden-password@127.0.0.1:${port}/db`
  const password = new URL(emptyUrl)
  password.password = 'a-wrong-password'
  const secrets = ['hidden-password', 'a-wrong-password', key, other]
  const wrong = (what: string, names: string, env: NodeJS.ProcessEnv): WrongStart => ({ what, names, env, secrets })
  return [
    wrong('a key that opens nothing', 'SECRETS_KEY', { DATABASE_URL: usedUrl, SECRETS_KEY: other }),
    wrong('a key that opens nothing, two processes', 'SECRETS_KEY', {
      ...{ DATABASE_URL: usedUrl, SECRETS_KEY: other, PROCESSES: '2' },
    }),
    wrong('production on a database of a sandbox', 'QIST_MODE', { ...production, DATABASE_URL: usedUrl }),
    wrong('production on a database of a sandbox, two processes', 'QIST_MODE', {
      ...{ ...production, DATABASE_URL: usedUrl, PROCESSES: '2' },
    }),
    { ...wrong('a database of a newer version', 'DATABASE_URL', { DATABASE_URL: newerUrl }), says: 'newer version' },
    wrong('nobody at the port of the database', 'DATABASE_URL', { DATABASE_URL: on(1) }),
    wrong('a port that says nothing', 'DATABASE_URL', { DATABASE_URL: on(ports.silent) }),
    wrong('a port that says nothing, two processes', 'DATABASE_URL', {
      ...{ DATABASE_URL: on(ports.silent), PROCESSES: '2' },
    }),
    wrong('a port that is no PostgreSQL', 'DATABASE_URL', { DATABASE_URL: on(ports.rude) }),
    wrong('a port that hangs up', 'DATABASE_URL', { DATABASE_URL: on(ports.closing) }),
    wrong('a database that there is not', 'DATABASE_URL', { DATABASE_URL: emptyUrl.replace(/[^/]*$/, 'not_there') }),
    wrong('a wrong password', 'DATABASE_URL', { DATABASE_URL: password.href }),
    wrong('nobody at the port for migrations', 'MIGRATION_DATABASE_URL', {
      ...{ DATABASE_URL: untouchedUrl, MIGRATION_DATABASE_URL: on(1) },
    }),
    wrong('two databases', 'MIGRATION_DATABASE_URL', {
      ...{ DATABASE_URL: untouchedUrl, MIGRATION_DATABASE_URL: usedUrl },
    }),
    wrong('options that take the place of ours', 'DATABASE_URL', {
      ...{ DATABASE_URL: `${usedUrl}&options=-c%20TimeZone%3DUTC` },
    }),
    wrong('another time zone', 'DATABASE_URL', { DATABASE_URL: `${emptyUrl}&options=-c%20TimeZone%3DAsia/Dubai` }),
  ]
}

function wrongPlaces({ usedFolder, file, emptyUrl, ports }: Settings): WrongStart[] {
  const taken = String(ports.taken)
  return [
    { what: 'a port that is taken', names: 'PORT', env: { DATA_DIR: usedFolder, PORT: taken } },
    {
      what: 'a port that is taken, the other region',
      names: 'KSA_PORT',
      env: { DATABASE_URL: emptyUrl, KSA_PORT: taken },
    },
    {
      what: 'a port that is taken, two processes',
      names: 'PORT',
      env: { DATABASE_URL: emptyUrl, PORT: taken, PROCESSES: '2' },
    },
    { what: "a host that is not this machine's", names: 'HOST', env: { DATABASE_URL: emptyUrl, HOST: '192.0.2.1' } },
    { what: 'a host that there is not', names: 'HOST', env: { DATABASE_URL: emptyUrl, HOST: 'nowhere.invalid' } },
    { what: 'a data folder that is a file', names: 'DATA_DIR', env: { DATA_DIR: file } },
    { what: 'a data folder in a file', names: 'DATA_DIR', env: { DATA_DIR: join(file, 'below') } },
    { what: 'a data folder nobody may write', names: 'DATA_DIR', env: { DATA_DIR: '/sys/qist' } },
    { what: 'files in no folder', names: 'DATA_DIR', env: { DATABASE_URL: emptyUrl, DATA_DIR: join(file, 'below') } },
  ]
}

/** Opens a sandbox that stores a secret in the database. */
async function useDatabase(context: Context, env: NodeJS.ProcessEnv): Promise<void> {
  const service = await startService(context, { ...env, WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' })
  const client = openClient(service.urls.uae, demoKey(1), 1)
  try {
    const header = { title: 'X-Shop-Auth', value: 'the value of a shop' }
    succeed(await client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook', header }))
  } finally {
    await client.close()
    await service.stop()
  }
}

async function countAll(urls: readonly string[]): Promise<string> {
  const counts: string[] = []
  for (const url of urls) {
    const tables = await query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)
    const has = (name: string): boolean => tables.some(({ relname }) => relname === name)
    const rows = has('merchants') ? await query(url, 'select count(*)::int as n from merchants') : []
    counts.push(`${tables.length} tables, ${rows[0]?.['n'] ?? 0} merchants`)
  }
  return counts.join('; ')
}

function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  return queryOnce({ connectionString }, sql)
}

interface Listener {
  readonly port: number
  close(): void
}

async function openListener(greet: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    greet(socket)
  })
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: await listen(server), close }
}
