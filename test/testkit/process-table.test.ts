import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canSeeProcesses, endAndWait, isAlive } from '../../testkit/process-table.ts'
import { startProcess } from '../../testkit/processes.ts'
import { retry } from '../../testkit/timeouts.ts'

const skip = canSeeProcesses ? false : 'processes cannot be looked into here'

test('an ended process is not alive, even if its parent never reads its exit code', { skip }, async () => {
  // `sleep` replaces the shell and does not know the shell's other child, which ends later.
  const waits = 'until grep -q sleep /proc/$$/comm; do :; done'
  const careless = startProcess('-c', [`(${waits}) & echo $!; exec sleep 600`], { node: 'sh' })
  try {
    const ended = Number(await careless.waitForLine(/^\d+$/))
    await retry('it is not alive', () => !isAlive(ended), { timeoutMs: 20_000 })
    assert.equal(process.kill(ended, 0), true)
    assert.equal(isAlive(careless.pid), true)
  } finally {
    careless.kill('SIGKILL')
    await careless.waitForEnd()
  }
})

test('a process that ignores the signal is killed', { skip }, async () => {
  const stubborn = startProcess('-c', ['trap "" QUIT; echo ready; exec sleep 600'], { node: 'sh' })
  await stubborn.waitForLine(/ready/)
  endAndWait(stubborn.pid, 'SIGQUIT', 100)
  assert.equal(await stubborn.waitForEnd(), 'SIGKILL')
  const obedient = startProcess('-c', ['echo ready; exec sleep 600'], { node: 'sh' })
  await obedient.waitForLine(/ready/)
  endAndWait(obedient.pid, 'SIGQUIT')
  assert.equal(await obedient.waitForEnd(), 'SIGQUIT')
})
