import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startProcess } from '../../testkit/processes.ts'

const root = join(import.meta.dirname, '..', '..')

test('startProcess: a program that cannot be started fails its waiters only', async () => {
  const started = startProcess('a-file.ts', [], { node: '/not/there' })
  const line = assert.rejects(started.waitForLine(/ready/), /ended without/)
  await assert.rejects(started.waitForEnd(), { code: 'ENOENT' })
  await line
  // An unhandled rejection would fail the test here.
  await nextTurn()
})

const runThatCannotStart = `
  const { openRun } = await import('./testkit/run.ts')
  const run = openRun('run-test')
  const started = run.startService(process.env, '/not/there')
  await started.waitForEnd().catch((error) => console.log('heard: ' + error.code))
  await run.end(true)
`

test('a service that cannot be started does not end a run early', async () => {
  const started = startProcess('--input-type=module', ['--eval', runThatCannotStart], { cwd: root })
  assert.equal(await started.waitForEnd(), 0, started.lines.join('\n'))
  assert.deepEqual(started.lines, ['heard: ENOENT'])
})

test('startProcess: a service has a compile cache of its own, beside that of the other programs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-cache-'))
  try {
    for (const [file, expected] of [
      ['serve.js', 'cache-of-services'],
      ['other.js', 'cache'],
    ] as const) {
      writeFileSync(join(folder, file), 'console.log(process.env.NODE_COMPILE_CACHE)')
      const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') }
      const started = startProcess(join(folder, file), [], { env })
      assert.equal(await started.waitForEnd(), 0, started.lines.join('\n'))
      assert.deepEqual(started.lines, [join(folder, expected)])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
