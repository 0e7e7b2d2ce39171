import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startProcess } from '../../testkit/processes.ts'

const root = join(import.meta.dirname, '..', '..')

test('that a program cannot be started is heard by whoever waits for it, and fails nothing else', async () => {
  const started = startProcess('a-file.ts', [], { node: '/not/there' })
  const line = assert.rejects(started.waitForLine(/ready/), /ended without/)
  await assert.rejects(started.waitForEnd(), { code: 'ENOENT' })
  await line
  // A rejection that nobody has heard fails the test here.
  await nextTurn()
})

const runThatCannotStart = `
  const { openRun } = await import('./testkit/run.ts')
  const run = openRun('run-test')
  const started = run.startService(process.env, '/not/there')
  await started.waitForEnd().catch((error) => console.log('heard: ' + error.code))
  await run.end(true)
`

test('a run in which a service cannot be started is not cut short by it', async () => {
  const started = startProcess('--input-type=module', ['--eval', runThatCannotStart], { cwd: root })
  assert.equal(await started.waitForEnd(), 0, started.lines.join('\n'))
  assert.deepEqual(started.lines, ['heard: ENOENT'])
})
