import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { version } from '../../src/platform/base/version.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { findByFolder, findPostmasters, killAll } from '../../testkit/process-table.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { addressOf, stopService } from '../../testkit/service.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { smallPng, uploadAttachment } from '../../testkit/uploads.ts'
import { spawnService, startService } from '../support/service-process.ts'

const root = join(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-backup-')))
const dataDir = join(folder, 'data')
/** Made once, under load. */
const backup = join(folder, 'backup')

let service: RunningProcess
let shop: Shop
let made: CommandResult
/** Payments as answered before the backup began. */
const known = new Map<string, unknown>()
const capturedMeanwhile: string[] = []

const qist = (dir: string, ...args: string[]): Promise<CommandResult> => runQist('', dir, ...args)

before(async () => {
  const env = { ...process.env, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir }
  service = startProcess('bin/serve.js', [], { cwd: root, env })
  const url = await addressOf(service)
  shop = openShop(url, demoKey(1))
  assert.equal((await uploadAttachment(openShop(url, demoKey(1, 'sk_')))).status, 200)
  for (let payment = 0; payment < 5; payment += 1) {
    const id = await shop.capturedPayment()
    known.set(id, (await shop.call('GET', `/api/v2/payments/${id}`)).body)
  }
  let isMade = false
  const work = async (): Promise<void> => {
    while (!isMade) capturedMeanwhile.push(await shop.capturedPayment())
  }
  const working = work()
  made = await qist(dataDir, 'backup', backup, '--json')
  isMade = true
  await working
})
after(async () => {
  await stopService(service)
  killAll(findPostmasters(folder), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

let restored = ''
let target = ''
let tests = 0
beforeEach(() => {
  tests += 1
  restored = join(folder, `restored-${tests}`)
  target = join(folder, `target-${tests}`)
})

test('a backup under load has all data that was acknowledged before it, and can be restored and served', async () => {
  assert.equal(made.code, 0, made.stdout + made.stderr)
  const { doctor, attachments, wrong_attachments, files, bytes } = JSON.parse(made.stdout)
  assert.deepEqual([doctor.wrong, attachments, wrong_attachments], [0, 1, []])
  assert.ok(doctor.examined >= known.size && files > 1_000 && bytes > 20_000_000)
  assert.ok(capturedMeanwhile.length > 0, 'the service has worked meanwhile')
  assert.equal(made.stderr, '')

  const { code, stdout, stderr } = await qist(restored, 'restore', backup, '--json')
  assert.equal(code, 0, stdout + stderr)
  assert.equal(JSON.parse(stdout).doctor.wrong, 0)
  assert.deepEqual(readdirSync(restored).sort(), ['attachments', 'postgres', 'secrets.key'])
  assert.deepEqual(readFileSync(join(restored, 'secrets.key')), readFileSync(join(dataDir, 'secrets.key')))
  for (const name of ['secrets.key', 'postgres/password'])
    assert.equal(statSync(join(restored, name)).mode & 0o777, 0o600)
  const [name = ''] = readdirSync(join(restored, 'attachments')).filter((entry) => entry !== 'incoming')
  assert.deepEqual(readFileSync(join(restored, 'attachments', name)), smallPng)

  const { uae } = await startService({ DATA_DIR: restored })
  for (const [id, payment] of known) assert.deepEqual((await uae.call('GET', `/api/v2/payments/${id}`)).body, payment)
  await uae.capturedPayment()
})

test('a folder without a running service is backed up as well, and no process remains', async () => {
  assert.equal((await qist(restored, 'restore', backup)).code, 0)
  const { code, stdout, stderr } = await qist(restored, 'backup', target)
  assert.equal(code, 0, stdout + stderr)
  assert.match(
    stdout,
    /Everything agrees\.\n.*target-\d+ is a whole backup of .*: \d+\.\d MB in \d+ files, 1 of them attachments/,
  )
  assert.deepEqual(findPostmasters(folder), findPostmasters(dataDir))
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
})

for (const [name, path] of [
  ['the database', 'postgres/data/global/pg_control'],
  ['the log', undefined],
  ['the key', 'secrets.key'],
  ['what is said of it', 'backup.json'],
  ['the sums', 'SHA256SUMS'],
] as const) {
  test(`a backup with one changed bit of ${name} is not restored, and the error names the file`, async () => {
    cpSync(backup, target, { recursive: true })
    const wal = 'postgres/data/pg_wal'
    const changed = path ?? `${wal}/${readdirSync(join(target, wal)).find((file) => /^[0-9A-F]{24}$/.test(file))}`
    const bytes = readFileSync(join(target, changed))
    const place = Math.floor(bytes.length / 2)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    writeFileSync(join(target, changed), bytes)
    const { code, stderr } = await qist(restored, 'restore', target)
    assert.equal(code, 1)
    assert.match(stderr, /^qist: \S+ is damaged, or not of this backup: nothing was restored\n$/)
    if (name !== 'the sums') assert.ok(stderr.includes(join(target, changed)), stderr)
    assert.ok(!existsSync(restored) || readdirSync(restored).length === 0)
  })
}

test('an incomplete backup, and a folder that is no backup, are not restored', async () => {
  cpSync(backup, target, { recursive: true })
  rmSync(join(target, 'postgres/data/PG_VERSION'))
  const { stderr } = await qist(restored, 'restore', target)
  assert.match(stderr, /postgres\/data\/PG_VERSION is damaged/)
  assert.match((await qist(restored, 'restore', dataDir)).stderr, /data is no whole backup/)
  assert.match((await qist(restored, 'restore', join(folder, 'none'))).stderr, /none is no whole backup/)
})

test('a backup of a newer version, or of another PostgreSQL version, is refused before anything is copied', async () => {
  for (const [member, value, message] of [
    ['migration', '9999-later.sql', `made by a newer Qist (${version}, with migration 9999-later.sql)`],
    ['postgres', '17', 'has files of PostgreSQL 17, and this Qist (18) cannot start on them'],
    ['format', 2, 'whose backups this version does not know'],
  ] as const) {
    mkdirSync(target, { recursive: true })
    const about = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))
    writeFileSync(join(target, 'backup.json'), JSON.stringify({ ...about, [member]: value, files: 1 }))
    writeFileSync(join(target, 'none'), '')
    const sums = execFileSync('sha256sum', ['backup.json', 'none'], { cwd: target })
    writeFileSync(join(target, 'SHA256SUMS'), sums)
    const { code, stderr } = await qist(restored, 'restore', target)
    assert.deepEqual([code, stderr.includes(message)], [1, true], stderr)
  }
})

test('a database with a damaged page is not backed up, and the error names the file', async () => {
  assert.equal((await qist(restored, 'restore', backup)).code, 0)
  const files = join(restored, 'postgres/data')
  // Of an index without which the server can start.
  const page = readFileSync(join(files, 'base/5/2696'))
  page[8_000] = (page[8_000] ?? 0) ^ 1
  writeFileSync(join(files, 'base/5/2696'), page)
  const { code, stderr } = await qist(restored, 'backup', target)
  assert.match(stderr, /^qist: The database cannot be copied: checksum verification failure .*base\/5\/2696".*\n$/)
  assert.deepEqual([code, existsSync(target), leftOf(target)], [1, false, []])
})

test('a folder that is not empty is refused by backup and restore', async () => {
  const inside = await qist(dataDir, 'backup', join(dataDir, 'inside'))
  assert.match(inside.stderr, /^qist: \S+inside lies in the data folder: name one elsewhere\n$/)
  assert.match((await qist(dataDir, 'backup', backup)).stderr, /backup is there already: name a new folder/)
  assert.match((await qist(dataDir, 'restore', backup)).stderr, /data is not empty: set DATA_DIR to a new folder/)
  assert.match((await qist(restored, 'backup', target)).stderr, /There is no database in the data folder/)
})

test('with a DATABASE_URL both refuse in one line that names the guide', async () => {
  for (const command of ['backup', 'restore']) {
    const { code, stderr } = await runQist('postgres://127.0.0.1/qist', restored, command, target)
    assert.deepEqual([code, stderr.split('\n').length], [1, 2])
    assert.match(stderr, /^qist: DATABASE_URL is set, .*docs\/operations\.md#backup-and-restore/)
  }
})

/** The stages of a copy: being copied, examined, and flushed. */
const moments: readonly ((copy: string) => Promise<unknown>)[] = [
  (copy) => retry('it is copied', () => existsSync(join(copy, 'postgres/data/base'))),
  (copy) => untilExamined(copy),
  (copy) => untilExamined(copy).then(() => retry('it is flushed', () => findPostmasters(copy).length === 0)),
]
const untilExamined = (copy: string): Promise<unknown> =>
  retry('it is examined', () => existsSync(join(copy, 'postgres/data/postmaster.pid')), { pauseMs: 1 })

test('a backup that is killed at any stage leaves no backup, and the next one removes its remains', async () => {
  for (const moment of moments) {
    const killed = startProcess('bin/qist.js', ['backup', target], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
    })
    await moment(`${target}.partial-${killed.pid}`)
    killed.kill('SIGKILL')
    await killed.waitForEnd()
    assert.ok(!existsSync(target))
    await retry('what it had written is gone', () => leftOf(target).length === 0, { timeoutMs: 30_000 })
    assert.deepEqual(findByFolder(`${target}.partial-${killed.pid}`), [])
    // Simulates a power failure.
    cpSync(backup, `${target}.partial-${killed.pid}`, { recursive: true })
  }
  const { code, stdout, stderr } = await qist(dataDir, 'backup', target)
  assert.equal(code, 0, stdout + stderr)
  assert.deepEqual([leftOf(target), existsSync(join(target, 'SHA256SUMS'))], [[], true])
})

test('of two backups into one folder the second is refused; into two folders both are made', async () => {
  const first = qist(dataDir, 'backup', target)
  await retry('it has begun', () => leftOf(target).length > 0)
  const [second, other] = await Promise.all([
    qist(dataDir, 'backup', target),
    qist(dataDir, 'backup', `${target}-other`),
  ])
  assert.match(second.stderr, /^qist: Another backup \(pid \d+\) is making \S+\n$/)
  assert.deepEqual([second.code, other.code, (await first).code], [1, 0, 0])
})

test('after a restore that is killed at any stage no service starts until the restore is repeated', async () => {
  const env = { ...process.env, DATA_DIR: restored }
  for (const moment of moments.slice(0, 2)) {
    const killed = startProcess('bin/qist.js', ['restore', backup], { cwd: root, env })
    await moment(join(restored, `restoring-${killed.pid}`))
    killed.kill('SIGKILL')
    await killed.waitForEnd()
    const refused = spawnService({ DATA_DIR: restored })
    assert.equal(await refused.waitForEnd(), 1)
    assert.match(refused.lines.join('\n'), /A restore into \S+ was cut off: run it again, or empty the folder$/)
  }
  const { code, stdout, stderr } = await qist(restored, 'restore', backup)
  assert.equal(code, 0, stdout + stderr)
  const { uae } = await startService({ DATA_DIR: restored })
  for (const [id, payment] of known) assert.deepEqual((await uae.call('GET', `/api/v2/payments/${id}`)).body, payment)
})

/** The names in the target's parent folder that begin with the target's name. */
function leftOf(path: string): string[] {
  return readdirSync(folder).filter((name) => join(folder, name).startsWith(`${path}.partial-`))
}
