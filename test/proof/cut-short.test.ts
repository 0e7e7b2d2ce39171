import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startProcess } from '../../testkit/processes.ts'
import { insist } from '../../testkit/timeouts.ts'

const root = join(import.meta.dirname, '..', '..')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'cut-')))
// The database server may run as another user, who must be able to enter.
chmodSync(home, 0o755)
after(() => rmSync(home, { recursive: true, force: true }))

interface Found {
  readonly pid: string
  readonly workingIn: string
}

/** The processes that work below the folder or were told of it. */
function processesOf(folder: string): Found[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const workingIn = readlinkSync(`/proc/${pid}/cwd`)
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
        return workingIn.startsWith(folder) || environment.includes(`DATA_DIR=${folder}`) ? [{ pid, workingIn }] : []
      } catch {
        return []
      }
    })
}

const skip = existsSync('/proc/self/environ') ? false : 'processes cannot be looked into here'

for (const times of [1, 2]) {
  test(`a proof that is interrupted ${times === 1 ? 'once' : 'twice'} leaves no process behind`, {
    skip,
  }, async () => {
    const env = { ...process.env, TMPDIR: home }
    const proof = startProcess('proof/main.ts', ['--quick', '--only', 'P2', '--no-report'], { cwd: root, env })
    // The database server that lives through all proofs, the service that is measured first, and its own database.
    await insist('a service and two database servers run', () => {
      const servers = processesOf(home).filter(({ workingIn }) => workingIn.endsWith('/postgres/data'))
      const homes = new Set(servers.map(({ workingIn }) => workingIn))
      return homes.size >= 2 || undefined
    })
    for (let time = 0; time < times; time += 1) proof.kill('SIGINT')
    assert.equal(await proof.waitForEnd(), 1)
    await insist('no process is left', () => processesOf(home).length === 0 || undefined)
    const left = readdirSync(home).filter((name) => name.startsWith('qist-proof-'))
    // Whoever asks twice has no patience: processes that are killed may leave files behind.
    if (times === 1) assert.deepEqual(left, [])
  })
}
