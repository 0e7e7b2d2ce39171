import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { advanceCertificate } from '../../src/rehearsal/certificate/advance-certificate.ts'
import type { Certificate } from '../../src/rehearsal/certificate/certificate.ts'
import { usualPace } from '../../src/rehearsal/certificate/rehearsal.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test('calls between the end of a scenario and the next session are judged with the first scenario', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const payment = await shop.authorizedPayment()
  const rehearsal = {
    version: '1',
    pace: usualPace,
    names: ['plain', 'ended'],
    scenarios: [],
    journal: '',
    watchedSince: 0,
  } as const
  const begun: Certificate = {
    ...{ merchantId, isTest: true, id: randomUUID(), profile: 'polling', seed: 7, status: 'running', checks: [] },
    ...{ rehearsal: { ...rehearsal, ownRules: null }, startedAt: 0, endedAt: null },
  }
  const step = (run: Certificate, request: string | null = null) =>
    advanceCertificate(api.service.app, { run, now: Date.now(), request })
  const first = await step(await step(begun))
  assert.equal(first.status, 'waiting')
  const between = await step(first, 'plain')
  assert.deepEqual(
    between.rehearsal.scenarios.map(({ name, phase }) => [name, phase]),
    [['plain', 'finished']],
  )
  succeed(await shop.call('POST', `/api/v2/payments/${payment}/captures`, { amount: '340.00' }))
  const second = await step(await step(between))
  assert.equal(second.status, 'waiting')
  const { checks } = await step(second, 'stop')
  const m1 = checks.find(({ check }) => check === 'M1')
  assert.equal(m1?.result, 'failed')
  assert.deepEqual(
    m1.findings.map(({ command }) => command),
    ['npx qist certify --profile polling --scenario plain --seed 7'],
  )
})
