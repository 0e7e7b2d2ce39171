import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { runQist } from '../../testkit/command.ts'
import { findPostmasters, killAll } from '../../testkit/process-table.ts'

// The space that backup and restore require, on disks that are too small.

const qist = join(import.meta.dirname, '../../bin/qist.js')
const folder = mkdtempSync(join(tmpdir(), 'qist-backup-room-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
after(() => {
  killAll(findPostmasters(folder), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs a command on a temporary disk of `bytes` bytes. */
function runOnDisk(bytes: number, dataDir: string, ...command: string[]) {
  const script = `mount -t tmpfs -o size=${Math.ceil(bytes)} none "$0" && exec "$@"`
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
  return spawnSync('unshare', ['--mount', 'sh', '-c', script, disk, ...command], { env, encoding: 'utf8' })
}

const canMount = process.platform === 'linux' && runOnDisk(1e6, '', 'true').status === 0
const skip = canMount ? false : 'only root may mount a small disk, and not everywhere'

/** Returns the space that the command requires on a disk that is too small. */
function readNeeded(stderr: string): number {
  const message = /^qist: There is room for \d+\.\d MB in \S+, and (\d+\.\d) MB are needed\n$/.exec(stderr)
  return Number(message?.[1] ?? assert.fail(stderr)) * 1e6
}

test('a disk without space for the log is refused at once, and the required space is enough', {
  skip,
}, async () => {
  const dataDir = join(folder, 'data')
  await openCluster(dataDir, 'throw-away')
  writeFileSync(join(dataDir, 'secrets.key'), 'a'.repeat(64))
  assert.equal((await runQist('', dataDir, 'merchant', 'list')).code, 0)

  const backUp = (bytes: number, ...args: string[]) =>
    runOnDisk(bytes, dataDir, process.execPath, qist, 'backup', join(disk, 'backup'), ...args)
  // Space for the database's files, and for one file of the log.
  const needed = readNeeded(backUp(50e6).stderr)
  const made = backUp(needed, '--json')
  assert.equal(made.status, 0, made.stderr)
  const { bytes } = JSON.parse(made.stdout)
  assert.ok(bytes < needed, `${bytes} of ${needed}`)

  const backup = join(folder, 'backup')
  assert.equal((await runQist('', dataDir, 'backup', backup)).code, 0)
  const restore = (room: number) =>
    runOnDisk(room, join(disk, 'data'), process.execPath, qist, 'restore', backup, '--json')
  const restored = restore(readNeeded(restore(bytes).stderr))
  assert.equal(restored.status, 0, restored.stderr)
})
