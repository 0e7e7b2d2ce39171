import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { initDb } from './init-db.ts'

const folder = mkdtempSync(join(tmpdir(), 'qist-init-db-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const passwordFile = join(folder, 'password')

/** A program in place of PostgreSQL's, which fails with this output. */
async function failureOf(name: string, words: string): Promise<string> {
  const initdb = join(folder, name)
  writeFileSync(passwordFile, '')
  writeFileSync(initdb, `#!/bin/sh\ncat >&2 <<'END'\n${words}\nEND\nexit 1\n`, { mode: 0o755 })
  const programs = { initdb, postgres: '', pgCtl: '' }
  const path = join(folder, `${name}-data`)
  const error = await initDb({ path, passwordFile, user: undefined, programs, isDurable: true }).catch(String)
  return String(error).replaceAll(folder, '')
}

const skip = process.platform === 'win32' ? 'there is no shell' : false

test('a full disk: one line with advice', { skip }, async () => {
  const output = [
    '2026-11-23 12:53:05 UTC [7] FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device',
    'child process exited with exit code 1',
    'initdb: removing contents of data directory "/proc/self/cwd"',
  ]
  assert.equal(
    await failureOf('full', output.join('\n')),
    `UnusableDatabase: The embedded PostgreSQL cannot make its files in /full-data (${output[0]}): make room on its disk, or set DATA_DIR to a folder on another`,
  )
})

test('any other failure: one line, with any output of the program', { skip }, async () => {
  assert.equal(
    await failureOf('silent', 'one\ntwo'),
    'UnusableDatabase: The embedded PostgreSQL cannot make its files in /silent-data (it ended with 1): set DATABASE_URL to a PostgreSQL 15 or newer',
  )
})
