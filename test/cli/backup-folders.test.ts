import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { serverMajor } from '../../src/platform/db/embedded/programs.ts'
import { listKnownMigrations } from '../../src/platform/db/migration-files.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'

// The checks of backup and restore on their folders, before anything is copied.

const folder = mkdtempSync(join(tmpdir(), 'qist-backup-folders-'))
/** A backup that looks complete until its files are read: one file was changed. */
const backup = join(folder, 'backup')
const dataDir = join(folder, 'data')

before(() => {
  mkdirSync(backup)
  const about = { format: 1, qist: '0.1.0', postgres: serverMajor(), migration: listKnownMigrations().at(-1) }
  const text = JSON.stringify({ ...about, files: 1, bytes: 1, folders: [] })
  writeFileSync(join(backup, 'backup.json'), text)
  writeFileSync(join(backup, 'one'), 'changed')
  const sumOf = (content: string): string => createHash('sha256').update(content).digest('hex')
  writeFileSync(join(backup, 'SHA256SUMS'), `${sumOf(text)}  backup.json\n${sumOf('written')}  one\n`)
  mkdirSync(join(dataDir, 'postgres/data'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '')
})
after(() => rmSync(folder, { recursive: true, force: true }))

const skip = existsSync('/proc/self') ? false : 'this machine has no /proc'

test('a folder in which the system allows no new folder is named at once', { skip }, async () => {
  const backedUp = await runQist('', dataDir, 'backup', '/proc/none/backup')
  assert.match(backedUp.stderr, /^qist: \/proc\/none\/backup cannot be made: ENOENT: .*'\/proc\/none'\n$/)
  const restored = await runQist('', '/proc/none/data', 'restore', backup)
  assert.match(restored.stderr, /^qist: \S+ cannot be restored into \/proc\/none\/data: ENOENT: .*'\/proc\/none'\n$/)
  assert.deepEqual([backedUp.code, restored.code], [1, 1])
})

test('a refused restore leaves no new data folder, and leaves an existing one', async () => {
  const upper = join(folder, 'upper')
  const restore = (dir: string): Promise<CommandResult> => runQist('', dir, 'restore', backup)
  assert.match((await restore(join(upper, 'middle/data'))).stderr, /one is damaged, or not of this backup/)
  assert.ok(!existsSync(upper))
  mkdirSync(join(upper, 'data'), { recursive: true })
  assert.equal((await restore(join(upper, 'data'))).code, 1)
  assert.deepEqual(readdirSync(upper), ['data'])
  assert.deepEqual(readdirSync(join(upper, 'data')), [])
})
