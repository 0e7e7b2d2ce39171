import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { canSeeProcesses, findByFolder } from '../../../../testkit/process-table.ts'
import { startProcess } from '../../../../testkit/processes.ts'
import { type Embedded, type EmbeddedLog, openEmbedded } from './open-embedded.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'qist-embedded-')))
const holder = join(import.meta.dirname, '../../../../test/support/embedded-process.ts')
const log: EmbeddedLog = { info: () => undefined, warn: () => undefined }

let dataDir = ''
before(async () => {
  const embedded = await openEmbedded({ dataDir: join(root, 'made'), log })
  await embedded.close()
})
beforeEach((context) => {
  dataDir = join(root, context.name.slice(0, 20).replaceAll(' ', '-'))
})
after(async () => {
  const left = findByFolder(root)
  rmSync(root, { recursive: true, force: true })
  assert.deepEqual(left, [], 'processes are left behind')
})

test('a server has the cache that its opener asks for', async () => {
  const embedded = await openEmbedded({ dataDir: join(root, 'cache'), log, buffersMb: 64 })
  try {
    assert.deepEqual(await ask(embedded, 'show shared_buffers'), [{ shared_buffers: '64MB' }])
  } finally {
    await embedded.close()
  }
})

test('a new folder has a durable server that only its owner can reach, and shows the password nowhere', async (t) => {
  const embedded = await open(t)
  const { host, password } = embedded.connection
  const rows = await ask(
    embedded,
    `select name, setting from pg_settings where name in
    ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'TimeZone')`,
  )
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row['name'], row['setting']])), {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    TimeZone: 'UTC',
  })
  assert.equal(statSync(host ?? '').mode & 0o777, 0o700)
  assert.ok(Buffer.byteLength(`${host}/.s.PGSQL.5432`) < 100)
  assert.equal(statSync(join(dataDir, 'postgres/password')).mode & 0o777, 0o600)
  assert.equal(statSync(join(dataDir, 'postgres/data')).mode & 0o777, 0o700)
  const stranger = new pg.Client({ ...embedded.connection, password: 'wrong' })
  await assert.rejects(stranger.connect(), /password authentication failed/)
  const shown = [...listCommands(), readFileSync(join(dataDir, 'postgres/server.log'), 'utf8')].join('\n')
  assert.ok(!shown.includes(String(password)))
  await embedded.close()
})

test('close: stops the server cleanly, and the data is there at the next start', async (t) => {
  copyMadeFolder()
  const first = await open(t)
  await ask(first, 'create table kept as select 42 as answer')
  await first.close()
  assert.deepEqual(findByFolder(root), [])
  assert.deepEqual(
    readdirSync(join(dataDir, 'postgres/data')).filter((name) => name === 'postmaster.pid'),
    [],
  )
  assert.throws(() => statSync(first.connection.host ?? ''), { code: 'ENOENT' })
  const second = await open(t)
  assert.deepEqual(await ask(second, 'select answer from kept'), [{ answer: 42 }])
  await second.close()
  assert.doesNotMatch(readFileSync(join(dataDir, 'postgres/server.log'), 'utf8'), /not properly shut down|recovery/)
})

test('the server of a killed service is taken over', async (t) => {
  copyMadeFolder()
  const service = startProcess(holder, [dataDir])
  await service.waitForLine(/^serving/)
  const server = findServer()
  service.kill('SIGKILL')
  await service.waitForEnd()
  const embedded = await openSoon(t)
  assert.equal(findServer(), server)
  await embedded.close()
  assert.deepEqual(findByFolder(root), [])
})

test('a folder of a living service is refused in one line that names the holder', async () => {
  copyMadeFolder()
  const service = startProcess(holder, [dataDir])
  await service.waitForLine(/^serving/)
  await assert.rejects(openEmbedded({ dataDir, log }), {
    name: 'UnusableDatabase',
    message: `Another Qist (pid ${service.pid}) already runs on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder`,
  })
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 0)
})

test('a server that is stopping is awaited', async (t) => {
  copyMadeFolder()
  const service = startProcess(holder, [dataDir])
  await service.waitForLine(/^serving/)
  const server = findServer()
  service.kill('SIGKILL')
  process.kill(server, 'SIGINT')
  const embedded = await openSoon(t)
  assert.notEqual(findServer(), server)
  await embedded.close()
})

test("after a crash of all processes the next start serves, although another process has the server's number", async (t) => {
  copyMadeFolder()
  const service = startProcess(holder, [dataDir])
  await service.waitForLine(/^serving/)
  const server = findServer()
  service.kill('SIGKILL')
  process.kill(server, 'SIGKILL')
  await waitUntil(() => findByFolder(root).length === 0)
  const stranger = startStranger()
  const noteFile = join(dataDir, 'postgres/data/postmaster.pid')
  writeFileSync(noteFile, readFileSync(noteFile, 'utf8').replace(/^\d+/, String(stranger.pid)))
  const embedded = await openSoon(t)
  assert.equal(stranger.exitCode, null)
  await embedded.close()
  stranger.kill()
})

test('two starts at once on a new folder: one serves, and the other is refused', async () => {
  const services = [startProcess(holder, [dataDir]), startProcess(holder, [dataDir])]
  const outcomes = await Promise.all(services.map((service) => service.waitForLine(/^serving|UnusableDatabase/)))
  assert.equal(outcomes.filter((line) => line === 'serving').length, 1, outcomes.join('\n'))
  const winner = services[outcomes.indexOf('serving')]
  assert.match(outcomes.find((line) => line !== 'serving') ?? '', new RegExp(`Another Qist \\(pid ${winner?.pid}\\)`))
  winner?.kill('SIGTERM')
  await Promise.all(services.map((service) => service.waitForEnd()))
  assert.deepEqual(readdirSync(dataDir), ['postgres'])
})

test('a server that ends under a living service starts again at the same address', async (t) => {
  copyMadeFolder()
  let isOpenAgain = false
  const info: EmbeddedLog['info'] = (_, message) => {
    isOpenAgain ||= message === 'the embedded database is open again'
  }
  const embedded = await open(t, { ...log, info })
  await ask(embedded, 'create table kept as select 42 as answer')
  const server = findServer()
  process.kill(server, 'SIGKILL')
  // The server answers before it is locked, and another start may take it over in between.
  await waitUntil(() => isOpenAgain)
  assert.deepEqual(await ask(embedded, 'select answer from kept'), [{ answer: 42 }])
  assert.notEqual(findServer(), server)
  await assert.rejects(openEmbedded({ dataDir, log }), new RegExp(`pid ${process.pid}`))
  await embedded.close()
  assert.deepEqual(findByFolder(root), [])
})

test('closing during a reopening ends soon, and leaves no server', async (t) => {
  copyMadeFolder()
  for (const delayMs of [0, 15, 40]) {
    const embedded = await openSoon(t)
    process.kill(findServer(), 'SIGKILL')
    await wait(delayMs)
    await Promise.all([embedded.close(), embedded.close()])
    await waitUntil(() => findByFolder(root).length === 0)
  }
})

test('a platform without server programs is refused in one line that names DATABASE_URL', async () => {
  const elsewhere = 'data:text/javascript,Object.defineProperty(process, "arch", { value: "mips" })'
  const service = startProcess(holder, [dataDir], {
    env: { ...process.env, NODE_OPTIONS: `--import=${JSON.stringify(elsewhere)}` },
  })
  assert.match(
    await service.waitForLine(/mips/),
    /^UnusableDatabase: No embedded PostgreSQL for .*mips is installed: set DATABASE_URL/,
  )
  assert.equal(await service.waitForEnd(), 1)
})

/** Copies prepared files: making them takes much longer than starting a server. */
function copyMadeFolder(): void {
  execFileSync('cp', ['-a', join(root, 'made'), dataDir])
}

/** Opens a database and closes it with the test, unless the test has closed it. An open one would reopen forever. */
async function open(t: TestContext, logger = log): Promise<Embedded> {
  const embedded = await openEmbedded({ dataDir, log: logger })
  t.after(() => embedded.close())
  return embedded
}

/** Opens with a short limit. */
async function openSoon(t: TestContext): Promise<Embedded> {
  const start = performance.now()
  const embedded = await open(t)
  const tookMs = performance.now() - start
  assert.ok(tookMs < 30_000, `${tookMs} ms`)
  return embedded
}

async function ask(embedded: Embedded, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

function findServer(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

// With the server's user: PostgreSQL itself recognizes that a process of another user is no server.
function startStranger(): ReturnType<typeof spawn> {
  const { uid, gid } = statSync(join(dataDir, 'postgres/data'))
  return spawn('sleep', ['60'], { cwd: '/', stdio: 'ignore', ...(process.getuid?.() === 0 ? { uid, gid } : {}) })
}

/** Lists the command lines of all processes, if the platform shows them. */
function listCommands(): string[] {
  const pids = canSeeProcesses ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return pids.flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return []
    }
  })
}

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < until, 'it has not come about')
    await wait(20)
  }
}
