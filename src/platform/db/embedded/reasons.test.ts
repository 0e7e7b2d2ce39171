import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviseRoom, findReason } from './reasons.ts'

// The output of PostgreSQL 18.
const fullDisk = `2026-11-23 12:53:05.296 UTC [23615] FATAL:  could not write to file "pg_wal/xlogtemp.23615": No space left on device
child process exited with exit code 1
initdb: removing contents of data directory "/proc/self/cwd"
`
const panic = `PANIC:  could not write to file "pg_wal/xlogtemp.27": No space left on device\nchild process was terminated\n`
const notEmpty = `initdb: error: directory "/x" exists but is not empty
initdb: hint: If you want to create a new database system, either remove or empty the directory "/x".
`

test('findReason: returns the line with the reason', () => {
  const written = 'FATAL:  could not write to file "pg_wal/xlogtemp.23615": No space left on device'
  assert.equal(findReason(fullDisk), `2026-11-23 12:53:05.296 UTC [23615] ${written}`)
  assert.equal(findReason(panic), 'PANIC:  could not write to file "pg_wal/xlogtemp.27": No space left on device')
  assert.equal(findReason(notEmpty), 'initdb: error: directory "/x" exists but is not empty')
  const library = '/x/bin/initdb: error while loading shared libraries: libpq.so.5: cannot open shared object file'
  assert.equal(findReason(`${library}\n`), library)
  assert.equal(findReason('Segmentation fault\n'), undefined)
})

test('adviseRoom: recognizes a full disk', () => {
  for (const full of [fullDisk, panic, 'ENOSPC: no space left on device, write', 'EDQUOT: disk quota exceeded, mkdir'])
    assert.equal(adviseRoom(full), 'make room on its disk, or set DATA_DIR to a folder on another')
  for (const other of [notEmpty, "EACCES: permission denied, mkdir '/x'"]) assert.equal(adviseRoom(other), undefined)
})
