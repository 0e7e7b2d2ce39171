import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../bench/service.ts'
import type { RunningProcess } from '../../testkit/processes.ts'
import { newDataDir, postmasterOf, spawnService, untilGone } from '../support/service-process.ts'

async function start() {
  const DATA_DIR = newDataDir()
  let process_: RunningProcess | undefined
  const startAndKeep = (env: NodeJS.ProcessEnv): RunningProcess => {
    process_ = spawnService(env)
    return process_
  }
  const service = await startService({ startService: startAndKeep }, { DATA_DIR })
  assert.ok(process_)
  return { service, process: process_, postmaster: postmasterOf(DATA_DIR) }
}

test('a measured service ends cleanly, with its database', async () => {
  const { service, postmaster } = await start()
  assert.ok(service.startMs > 0 && service.residentMb() > 10)
  const peakMb = service.watchPeakMb()
  const heldMb = service.residentMb()
  assert.ok(heldMb > 10 && peakMb() >= heldMb)
  await service.stop()
  await untilGone([postmaster])
  await service.stop()
})

test('a killed service is an error of the bench and is not awaited', async () => {
  const { service, process: running } = await start()
  running.kill('SIGKILL')
  assert.equal(await running.waitForEnd(), 'SIGKILL')
  await assert.rejects(service.stop(), /the service ended with SIGKILL/)
})
