import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { canSeeProcesses, findPostmasters, parentPids } from '../../testkit/process-table.ts'
import { startProcess } from '../../testkit/processes.ts'
import { retry } from '../../testkit/timeouts.ts'
import { untilGone } from '../support/service-process.ts'

const root = join(import.meta.dirname, '..', '..')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'cut-')))
// The database server may run as another user, who needs access.
chmodSync(home, 0o755)
after(() => rmSync(home, { recursive: true, force: true }))

const skip = canSeeProcesses ? false : 'processes cannot be looked into here'

/** The child processes of this process, and theirs. */
function descendants(pid: number): number[] {
  const children = [...parentPids()].filter(([, parent]) => parent === pid).map(([child]) => child)
  return children.flatMap((child) => [child, ...descendants(child)])
}

const cases = [
  { what: 'while a service runs on a database of its own', args: [], waitsFor: /start-\d\/service/ },
  { what: 'while it writes the payments of a large store', args: ['--large'], waitsFor: /\/2000000\// },
]

for (const { what, args, waitsFor } of cases) {
  test(`a bench that is interrupted ${what} leaves no process and no folder`, { skip }, async () => {
    const env = { ...process.env, TMPDIR: home, BENCH_PAYMENTS: '2000000', BENCH_CALLS: '32' }
    const bench = startProcess('bench/main.ts', args, { cwd: root, env })
    await retry('its database server runs', () => {
      const folders = globSync('**/postgres/data/postmaster.pid', { cwd: home }).map((file) => join(home, file))
      return folders.some((folder) => waitsFor.test(folder)) && findPostmasters(home).length > 0
    })
    const running = [...descendants(bench.pid), ...findPostmasters(home)]
    assert.ok(running.length >= 2)
    bench.kill('SIGTERM')
    assert.equal(await bench.waitForEnd(), 1)
    await untilGone(running)
    assert.deepEqual(findPostmasters(home), [])
    assert.deepEqual(
      readdirSync(home).filter((name) => name.startsWith('qist-bench-')),
      [],
    )
  })
}
