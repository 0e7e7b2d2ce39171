import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProcess } from '../../testkit/processes.ts'

test('a broken promise: the proof exits 1 and prints the command that repeats it', async () => {
  const proof = startProcess('proof/main.ts', ['--quick', '--only', 'P10', '--seed', '7', '--without', 'tenant'])
  assert.equal(await proof.waitForEnd(), 1)
  assert.match(proof.lines.join('\n'), /P10 FAILS/)
  assert.match(proof.lines.join('\n'), /again: npm run proof -- --quick --only P10 --seed 7 --without tenant/)
})

test('no broken promise: the proof exits 0', async () => {
  const proof = startProcess('proof/main.ts', ['--quick', '--only', 'P5', '--seed', '7', '--no-report'])
  assert.equal(await proof.waitForEnd(), 0, proof.lines.join('\n'))
  assert.match(proof.lines.join('\n'), /P5 {2}holds/)
})

test('an unknown guard is refused with the list of guards', async () => {
  const proof = startProcess('proof/main.ts', ['--without', 'hope'])
  assert.equal(await proof.waitForEnd(), 2)
  assert.match(proof.lines.join('\n'), /no guard hope; there are version, replay, outbox, counts, tenant/)
})
