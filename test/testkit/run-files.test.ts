import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const runner = pathToFileURL(join(root, 'scripts/tests/run-files.ts')).href
const folder = mkdtempSync(join(tmpdir(), 'qist-run-files-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a test file with this text as the runner does, and returns its exit code and its errors. */
function run(text: string, endMs: number): { readonly status: number | null; readonly stderr: string } {
  writeFileSync(join(folder, 'one.test.mjs'), text)
  const file = relative(root, join(folder, 'one.test.mjs'))
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, `import { runFiles } from '${runner}'\nrunFiles(${JSON.stringify([file])}, ${endMs})\n`)
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  return spawnSync(process.execPath, [entry], { encoding: 'utf8', env, timeout: 60_000 })
}

test('a process whose test left a server open fails, and names it', () => {
  const { status, stderr } = run(
    `import { createServer } from 'node:net'
     import { test } from 'node:test'
     test('passes', () => new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve)))`,
    100,
  )
  assert.equal(status, 1)
  assert.match(stderr, /still open: .*TCPServerWrap.*one\.test\.mjs/)
})

test('a process that ends by itself does not wait for that time', () => {
  const { status, stderr } = run(`import { test } from 'node:test'\ntest('passes', () => undefined)`, 2 ** 30)
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})
