import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../testkit/service.ts'
import { until } from '../support/charges.ts'
import { openTestDatabase } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

const statusOf = async (baseUrl: string): Promise<number> => {
  const answer = await fetch(`${baseUrl}/ready`)
  await answer.arrayBuffer()
  return answer.status
}

test('a service is ready shortly after it serves, in every region, without a key', async () => {
  const service = await startService({ DATA_DIR: newDataDir() })
  const ksa = await addressOf(service.process, 'KSA')
  for (const url of [service.uae.baseUrl, ksa]) {
    await until(async () => (await statusOf(url)) === 200)
    assert.deepEqual(await (await fetch(`${url}/ready`)).json(), { status: 'ok' })
  }
})

test('production is ready as well', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const SECRETS_KEY = 'a1b2'.repeat(16)
  const keys = { SECRETS_KEY, SIGNING_KEY: 'c3d4'.repeat(16) }
  const env = { QIST_MODE: 'production', DATABASE_URL: database.url, ...keys, DATA_DIR: newDataDir() }
  const url = await addressOf(spawnService(env))
  await until(async () => (await statusOf(url)) === 200)
})

test('without background work a service is not ready', async () => {
  const idle = await startTestService()
  assert.equal(await statusOf(idle.urls.uae), 503)
  await idle.close()
  const working = await startTestService({ workers: true })
  await until(async () => (await statusOf(working.urls.uae)) === 200)
  await working.close()
})
