import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { version } from '../../src/platform/base/version.ts'
import { CertificateRunner, runnerOf } from '../../src/rehearsal/certificate/certificate-runner.ts'
import { getCertificate, leaveCertificates } from '../../src/rehearsal/certificate/certificates.ts'
import { coreScenarios, type ScenarioFacts } from '../../src/rehearsal/certificate/facts.ts'
import { loadRunFacts } from '../../src/rehearsal/certificate/load-run-facts.ts'
import { succeed } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, assertWrong, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let server: Server
let port: number
before(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      response.end('ok')
      visits.push(request.url ?? '')
      if (request.method === 'POST') void onNotification(JSON.parse(text))
    })
  })
  port = await listen(server)
  api = await openTestApi({ workers: true, env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${port}` } })
})
after(async () => {
  await api.close()
  server.close()
})

const visits: string[] = []
const captured = new Set<string>()
let current: Shop

/** The shop: captures what it reads as authorized, under one reference, until it is notified. */
async function onNotification({ id, status }: { id: string; status: string }): Promise<void> {
  if (status !== 'authorized' || captured.has(id)) return
  const read = await current.call('GET', `/api/v2/payments/${id}`)
  if (read.body.status !== 'AUTHORIZED' || captured.has(id)) return
  captured.add(id)
  for (let tries = 0; tries < 10; tries += 1) {
    const body = { amount: read.body.amount, reference_id: `all-of-${id}` }
    const answer = await current.call('POST', `/api/v2/payments/${id}/captures`, body).catch(() => undefined)
    if (answer !== undefined && answer.status < 400) return
    await wait(50)
  }
}

interface Opened {
  readonly shop: Shop
  readonly merchantId: string
}

async function newShop(): Promise<Opened> {
  const stores = [{ merchant_code: 'demo_ae', country: 'AE', webhook_url: 'http://shop.test/hook' }]
  const made = succeed(await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }))
  const shop = api.open(made.body.keys.test.secret)
  return { shop, merchantId: made.body.merchant.id }
}

const quick = { seed: 7, idle: 'PT0.4S', longest: 'PT20S' }
const begin = async (shop: Shop, body: object = {}) =>
  succeed(await shop.call('POST', '/sandbox/certificate', { ...quick, ...body })).body.certificate
const read = async (shop: Shop, id: string) =>
  succeed(await shop.call('GET', `/sandbox/certificate/${id}`)).body.certificate

async function until<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (const endsAt = performance.now() + 60_000; ; await wait(20)) {
    const found = await read()
    if (found !== undefined && found !== false) return found
    assert.ok(performance.now() < endsAt)
  }
}

const urls = { merchant_urls: { success: 'http://shop.test/ok', cancel: 'http://shop.test/no' } }

/** Opens the sessions of each scenario until the run is finished. */
async function playAll({ shop, merchantId }: Opened, id: string): Promise<readonly ScenarioFacts[]> {
  current = shop
  for (let last = ''; ; ) {
    const run = await until(async () => {
      const shown = await read(shop, id)
      return shown.status === 'finished' || (shown.waits_for !== null && shown.waits_for.scenario !== last)
        ? shown
        : undefined
    })
    if (run.status === 'finished') break
    last = run.waits_for.scenario
    for (let order = 0; order < run.waits_for.orders; order += 1) succeed(await shop.checkout('100.00', {}, urls))
  }
  const run = await getCertificate(api.service.app, { merchantId, isTest: true }, id)
  return (await loadRunFacts(api.service.app, run)).scenarios
}

test('every core scenario is played to its end, with any buyer', async () => {
  const opened = await newShop()
  const { shop } = opened
  const rules = { max_orders_per_day: 50 }
  const risk = succeed(await shop.call('PUT', '/sandbox/risk', { rules })).body
  // The client of this test refuses answers with unknown members.
  const scenarios = coreScenarios.filter((name) => name !== 'unknown-member')
  const run = await begin(shop, { scenarios })
  assert.equal(run.status, 'waiting')
  assert.deepEqual(run.waits_for.scenario, 'plain')
  const facts = await playAll(opened, run.id)
  const paid = facts.flatMap(({ payments }) => payments.map(({ isPaid }) => isPaid))
  assert.deepEqual(paid, [true, true, true, true, true, false, false, false, false, false, false])
  assert.deepEqual(
    facts.map(({ name, payments }) => `${name}: ${payments.map(({ ending }) => ending).join(', ')}`),
    [
      ...['plain: authorized', 'lost-answer: authorized', 'conflict: authorized', 'duplicate: authorized'],
      ...['closed-first: closed', 'forged: open', 'redirect: open', 'rejected: rejected'],
      'ended: expired, cancelled, rejected',
    ],
  )
  const of = (name: string): ScenarioFacts => facts.find((one) => one.name === name) ?? assert.fail(name)
  const statuses = (name: string, kind: string) =>
    of(name)
      .entries.filter((entry) => entry.kind === kind)
      .map(({ operation, status }) => `${operation} ${status}`)
  const kinds = new Map(of('lost-answer').faults.map((fault) => [fault.id, fault.kind]))
  const captures = of('lost-answer').entries.filter(({ operation }) => operation === 'capturePayment')
  const injected = captures.map(({ kind, faultId }) => [kind, kinds.get(faultId ?? '')])
  assert.deepEqual(injected, [
    ['fault', 'lost_request'],
    ['request', 'lost_request'],
    ['fault', 'lost_answer'],
    ['request', 'lost_answer'],
    ['request', undefined],
  ])
  assert.deepEqual(statuses('conflict', 'request').slice(2), ['capturePayment 409', 'capturePayment 200'])
  // A capture is notified under another id.
  const [first, ...later] = of('duplicate').entries.filter(({ kind }) => kind === 'delivery')
  assert.equal(later.filter(({ requestId }) => requestId === first?.requestId).length, 2)
  assert.deepEqual(statuses('closed-first', 'delivery'), ['closed 200', 'authorized 200'])
  assert.deepEqual(
    of('forged').forged.map(({ as, status }) => `${as} ${status}`),
    ['amount 200'],
  )
  assert.deepEqual(
    of('redirect').redirects.map(({ status }) => status),
    [200],
  )
  assert.ok(visits.some((url) => url === `/ok?payment_id=${of('redirect').payments[0]?.id}`))
  assert.equal(of('rejected').payments[0]?.statusAtCreation, 'REJECTED')
  assert.deepEqual((await shop.call('GET', '/sandbox/faults')).body, { faults: [] })
  assert.deepEqual((await shop.call('GET', '/sandbox/risk')).body, risk)
})

test('a merchant has one run at a time, which can be ended', async () => {
  const { shop } = await newShop()
  const { id } = await begin(shop, { scenarios: ['conflict'] })
  const { faults } = (await shop.call('GET', '/sandbox/faults')).body
  assert.deepEqual(
    faults.map((fault: { do: object }) => fault.do),
    [{ kind: 'conflict' }],
  )
  const text = 'a certificate is being run: end it, or wait until it is finished'
  assertRefused(await shop.call('POST', '/sandbox/certificate', quick), 409, text)
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
  assert.equal((await read(shop, id)).status, 'finished')
  assert.deepEqual((await shop.call('GET', '/sandbox/faults')).body, { faults: [] })
  succeed(await shop.call('DELETE', `/sandbox/certificate/${(await begin(shop)).id}`))
})

test('a skipped scenario has no session, and another one follows', async () => {
  const opened = await newShop()
  const { shop } = opened
  const { id } = await begin(shop, { scenarios: ['plain', 'conflict'] })
  succeed(await shop.call('POST', `/sandbox/certificate/${id}/skip`, { scenario: 'plain' }))
  const facts = await playAll(opened, id)
  assert.deepEqual(
    facts.map(({ name, payments }) => [name, payments.length > 0]),
    [
      ['plain', false],
      ['conflict', true],
    ],
  )
})

test('a run whose process has ended is finished by another process', async () => {
  const opened = await newShop()
  const { shop, merchantId } = opened
  const { id } = await begin(shop, { scenarios: ['rejected', 'plain'] })
  const app = { ...api.service.app }
  const other = new CertificateRunner(app)
  await api.service.database.query(
    `update certificates set owner = '${other.owner}', leased_until = now() where id = '${id}'`,
  )
  other.take({ merchantId, isTest: true, id })
  const facts = await playAll(opened, id)
  await other.stop()
  assert.deepEqual(
    facts.map(({ name, payments }) => [name, payments[0]?.ending]),
    [
      ['rejected', 'rejected'],
      ['plain', 'authorized'],
    ],
  )
  assert.notEqual(runnerOf(app), other)
})

test('leaving the sandbox ends all runs and gives each merchant its own risk rules', async () => {
  const { shop } = await newShop()
  const risk = succeed(await shop.call('PUT', '/sandbox/risk', { rules: { refuse_overdue: true } })).body
  const { id } = await begin(shop, { scenarios: ['rejected'] })
  assert.notDeepEqual((await shop.call('GET', '/sandbox/risk')).body, risk)
  await leaveCertificates(api.service.app)
  assert.deepEqual((await shop.call('GET', '/sandbox/risk')).body, risk)
  assertRefused(await shop.call('GET', `/sandbox/certificate/${id}`), 404, 'no such certificate')
})

test('the badge shows the scenarios that were passed here, to the merchant only', async () => {
  const { shop } = await newShop()
  const { id, badge } = await begin(shop, { scenarios: ['plain'] })
  const of = RegExp.escape(`version ${version}, 2026-03-01, seed 7`)
  assert.match(badge, new RegExp(`^passed \\d+ of \\d+ core checks here, ${of}$`))
  const picture = await shop.call('GET', `/sandbox/certificate/${id}/badge.svg`)
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.ok(picture.text.includes(badge))
  const { shop: other } = await newShop()
  for (const path of [id, `${id}/badge.svg`, 'x']) {
    assertRefused(await other.call('GET', `/sandbox/certificate/${path}`), 404, 'no such certificate')
  }
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
})

test('a request for a run is validated', async () => {
  const { shop } = await newShop()
  const ask = (body: object) => shop.call('POST', '/sandbox/certificate', body)
  assertWrong(await ask({ scenarios: ['none'] }), '$.scenarios[0]')
  assertWrong(await ask({ profile: 'mail' }), '$.profile')
  assertWrong(await ask({ idle: 'PT2H' }), '$.idle')
  assertWrong(await ask({ seed: -1 }), '$.seed')
})
