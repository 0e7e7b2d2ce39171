import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/platform/app/app.ts'
import type { Certificate } from '../../src/rehearsal/certificate/certificate.ts'
import { CertificateRunner, runnerOf } from '../../src/rehearsal/certificate/certificate-runner.ts'
import { loadRunFacts } from '../../src/rehearsal/certificate/load-run-facts.ts'
import { type Rehearsal, type Scenario, usualPace } from '../../src/rehearsal/certificate/rehearsal.ts'
import { assertRefused, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

/** A finished run of one scenario. Its journal has `entries` entries with answers of `characters` characters. */
async function finishedRun(entries: number, characters: number): Promise<Certificate> {
  const { id: merchantId } = await api.newMerchant()
  await api.service.database.query(`
    insert into journal_entries (merchant_id, is_test, number, kind, at, summary, answer)
    select '${merchantId}', true, number, 'request', now(), '',
      json_build_object('headers', '{}'::json, 'body', repeat('x', ${characters}))
    from generate_series(1, ${entries}) as number`)
  const scenario: Scenario = {
    ...{ name: 'plain', phase: 'finished', startedAt: 0, endedAt: 1, from: 0, upTo: entries, since: 0, lastTraffic: 0 },
    ...{ payments: [], faults: [], forgeries: [], redirects: [] },
  }
  const rehearsal: Rehearsal = {
    ...{ version: '0.1.0', pace: usualPace, names: ['plain'], scenarios: [scenario] },
    ...{ journal: 'j', watchedSince: 0, ownRules: null },
  }
  return {
    ...{ merchantId, isTest: true, id: merchantId, profile: 'webhooks', seed: 1, status: 'finished', rehearsal },
    ...{ checks: [], startedAt: 0, endedAt: 1 },
  }
}

test('of a very long scenario the first five thousand entries are judged, and the result says so', async () => {
  const [most, more] = [await finishedRun(5_000, 1), await finishedRun(5_001, 1)]
  const [all, cut] = await Promise.all([most, more].map((run) => loadRunFacts(api.service.app, run)))
  assert.deepEqual([all?.scenarios[0]?.entries.length, all?.scenarios[0]?.isCut], [5_000, false])
  assert.deepEqual([cut?.scenarios[0]?.entries.length, cut?.scenarios[0]?.isCut], [5_000, true])
})

test('the bodies of a run are limited in memory, and the result says so', async () => {
  const { scenarios } = await loadRunFacts(api.service.app, await finishedRun(40, 1_000_000))
  const kept = scenarios[0]?.entries.filter(({ answer }) => answer !== null)
  assert.deepEqual([scenarios[0]?.entries.length, kept?.length, scenarios[0]?.isCut], [40, 32, true])
})

test('a process plays at most fifty runs; another one is refused with a time to retry', async () => {
  const never: App['db'] = { ...api.service.app.db, run: () => new Promise<never>(() => undefined) }
  const runner = new CertificateRunner({ ...api.service.app, db: never })
  for (let runs = 1; runs <= 50; runs += 1) {
    assert.equal(runner.isFull, false)
    runner.take({ merchantId: 'merchant', isTest: true, id: `run ${runs}` })
  }
  assert.equal(runner.isFull, true)
  const { test: shop } = await api.newMerchant()
  Object.defineProperty(runnerOf(api.service.app), 'isFull', { value: true, configurable: true })
  const refused = await shop.call('POST', '/sandbox/certificate')
  assertRefused(refused, 429, 'rate limit exceeded')
  assert.equal(refused.headers.get('retry-after'), '60')
})
