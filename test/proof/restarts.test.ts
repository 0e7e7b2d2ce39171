import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../proof/context.ts'
import { allowedMs, watchRestarts } from '../../proof/restarts.ts'
import type { Service } from '../../proof/service.ts'

/** A service whose starts take this long from now on. */
function serviceThatTakes(restartMs: number, end: number | NodeJS.Signals = 0): Service {
  return {
    urls: { uae: '', ksa: '' },
    pid: 0,
    printed: () => [],
    kill: () => undefined,
    waitForEnd: async () => end,
    restart: async () => restartMs,
    stop: async () => undefined,
  }
}

const watch = (plainMs: number, bareMs = 60) =>
  watchRestarts({ startTimes: async () => ({ plainMs, bareMs }) } as Context)

test('five seconds are allowed, and more only if a plain restart takes longer', () => {
  assert.equal(allowedMs(100), 5_000)
  assert.equal(allowedMs(800), 5_000)
  assert.equal(allowedMs(2_000), 12_000)
})

test('violation: a service that returns late while plain restarts are fast', async () => {
  const restarts = await watch(800)
  await restarts.judge(serviceThatTakes(800), 4_900)
  assert.deepEqual(restarts.violations, [])
  await restarts.judge(serviceThatTakes(800), 5_100)
  assert.match(restarts.violations.join(), /5,100 ms .* a plain restart takes 800 ms/)
})

test('a machine that has become slow also slows plain restarts, so there is no violation', async () => {
  const restarts = await watch(800)
  await restarts.judge(serviceThatTakes(1_500), 8_000)
  assert.deepEqual(restarts.violations, [])
  await restarts.judge(serviceThatTakes(1_500), 9_100)
  assert.equal(restarts.violations.length, 1)
  assert.equal(restarts.counts()['a plain restart'], '1,500 ms')
})

test('a short slowdown of the machine excuses no later delay', async () => {
  const restarts = await watch(800)
  await restarts.judge(serviceThatTakes(1_500), 8_000)
  await restarts.judge(serviceThatTakes(800), 8_000)
  assert.equal(restarts.violations.length, 1)
})

test('violation: a service with slow starts, unless every start is slow on the machine', async () => {
  assert.match((await watch(9_000)).violations.join(), /9,000 ms until a plain restart .* a bare server takes 60 ms/)
  assert.deepEqual((await watch(9_000, 200)).violations, [])
})

test('violation: a service that does not end cleanly on a signal', async () => {
  const restarts = await watch(800)
  await restarts.stop(serviceThatTakes(800, 0))
  assert.deepEqual(restarts.violations, [])
  await restarts.stop(serviceThatTakes(800, 1))
  assert.equal(restarts.violations.length, 1)
})
