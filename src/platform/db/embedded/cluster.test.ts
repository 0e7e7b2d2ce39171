import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPostmasters, killAll } from '../../../../testkit/process-table.ts'
import { startProcess } from '../../../../testkit/processes.ts'
import { within } from '../../../../testkit/timeouts.ts'
import { openCluster, requireDatabase } from './cluster.ts'

const holder = join(import.meta.dirname, '../../../../test/support/embedded-process.ts')
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'qist-cluster-')))
after(() => {
  killAll(findPostmasters(dataDir), 'SIGQUIT')
  rmSync(dataDir, { recursive: true, force: true })
})

test('the remains of an unfinished start are removed, and if they cannot be, the database is served all the same', async () => {
  const left = join(dataDir, 'postgres.new-abcdef')
  mkdirSync(left)
  const broken = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const remove = fs.rmSync
    fs.rmSync = (path, how) => { if (path === ${JSON.stringify(left)}) throw new Error('not now'); remove(path, how) }
    syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(broken)}"`
  for (const [env, isLeft] of [
    [{ ...process.env, NODE_OPTIONS }, true],
    [process.env, false],
  ] as const) {
    const service = startProcess(holder, [dataDir], { env })
    after(() => service.kill('SIGKILL'))
    await within('serving', service.waitForLine(/^serving/))
    const isTold = service.lines.some((line) => line.includes('cannot be removed'))
    assert.deepEqual([existsSync(left), isTold], [isLeft, isLeft], service.lines.join('\n'))
    service.kill('SIGTERM')
    assert.equal(await service.waitForEnd(), 0)
  }
})

test('the password of a new database is in its data folder and nowhere else', async () => {
  const usual = process.env['TMPDIR']
  // In this folder no process can make a file, so a write elsewhere fails.
  process.env['TMPDIR'] = '/dev/null/none'
  const { password } = await openCluster(join(dataDir, 'other'), 'throw-away').finally(() => {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
  })
  assert.match(password, /^[\w-]{43}$/)
  const { uid, mode } = statSync(join(dataDir, 'other/postgres/password'))
  assert.deepEqual([uid, mode & 0o777], [process.getuid?.(), 0o600])
})

test('an unreadable data folder does not count as an empty one', () => {
  const ofOthers = join(dataDir, 'of-others')
  mkdirSync(join(ofOthers, 'postgres/data'), { recursive: true })
  writeFileSync(join(ofOthers, 'postgres/data/PG_VERSION'), '18')
  assert.doesNotThrow(() => requireDatabase(ofOthers))
  chmodSync(dataDir, 0o755)
  chmodSync(join(ofOthers, 'postgres'), 0)
  const isRoot = process.getuid?.() === 0
  try {
    if (isRoot) process.seteuid?.(65_534)
    assert.throws(
      () => requireDatabase(ofOthers),
      /^UnusableDatabase: The data folder \S+ belongs to another user \(EACCES/,
    )
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(join(ofOthers, 'postgres'), 0o700)
  }
  assert.throws(
    () => requireDatabase(join(dataDir, 'none')),
    /There is no database in the data folder .*start the service/,
  )
})
