import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { canSeeProcesses, findByEnvironment, findByFolder, findPostmasters } from '../../testkit/process-table.ts'
import { startProcess } from '../../testkit/processes.ts'
import { retry } from '../../testkit/timeouts.ts'

const root = join(import.meta.dirname, '..', '..')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'cut-')))
// The database server may run as another user, who needs access.
chmodSync(home, 0o755)
after(() => rmSync(home, { recursive: true, force: true }))

/** The processes that work below the folder, or have it in their arguments. */
function findProcesses(): number[] {
  return [...new Set([...findByFolder(home), ...findByEnvironment(`DATA_DIR=${home}`)])]
}

const skip = canSeeProcesses ? false : 'processes cannot be looked into here'

for (const times of [1, 2]) {
  test(`a proof that is interrupted ${times === 1 ? 'once' : 'twice'} leaves no process behind`, {
    skip,
  }, async () => {
    const env = { ...process.env, TMPDIR: home }
    const proof = startProcess('proof/main.ts', ['--quick', '--only', 'P2', '--no-report'], { cwd: root, env })
    // The shared database server, the first measured service, and its database.
    await retry('a service and two database servers run', () => findPostmasters(home).length >= 2)
    for (let time = 0; time < times; time += 1) proof.kill('SIGINT')
    assert.equal(await proof.waitForEnd(), 1)
    await retry('no process is left', () => findProcesses().length === 0)
    const left = readdirSync(home).filter((name) => name.startsWith('qist-proof-'))
    // A second signal ends the proof at once; killed processes may then leave files.
    if (times === 1) assert.deepEqual(left, [])
  })
}
