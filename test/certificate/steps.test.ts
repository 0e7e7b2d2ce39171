import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import type { App } from '../../src/platform/app/app.ts'
import type { Certificate } from '../../src/rehearsal/certificate/certificate.ts'
import { CertificateRunner } from '../../src/rehearsal/certificate/certificate-runner.ts'
import type { Check } from '../../src/rehearsal/certificate/checks.ts'
import { saveCertificate } from '../../src/rehearsal/certificate/store.ts'
import { succeed } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let server: Server
let answer = 200
/** The number of notifications that are answered together. */
let together = 1
let held: { readonly response: ServerResponse; readonly at: number }[] = []
before(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      held.push({ response, at: performance.now() })
      if (held.length < together) return
      for (const one of held) {
        one.response.statusCode = answer
        one.response.end('ok')
      }
      if (together === 1) held = []
    })
  })
  const port = await listen(server)
  api = await openTestApi({ workers: true, env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${port}` } })
})
after(async () => {
  await api.close()
  server.close()
})

interface Opened {
  readonly shop: Shop
  readonly merchantId: string
}

async function newShop(signing = false): Promise<Opened> {
  const stores = [{ merchant_code: 'demo_ae', country: 'AE', webhook_url: 'http://shop.test/hook', signing }]
  const made = succeed(await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }))
  return { shop: api.open(made.body.keys.test.secret), merchantId: made.body.merchant.id }
}

type Saved = Pick<Certificate, 'rehearsal'>

/** A process whose database fails to save a matching run, once. */
function openBroken(isLost: (saved: Saved) => boolean): { readonly runner: CertificateRunner; wasBroken(): boolean } {
  const { db, ...app } = api.service.app
  let isBroken = false
  const run: App['db']['run'] = (statement, parameters) => {
    if ((statement as unknown) === saveCertificate && !isBroken && isLost(parameters as unknown as Saved)) {
      isBroken = true
      throw new Error('the database was not reached')
    }
    return db.run(statement, parameters)
  }
  const broken = new Proxy(db, {
    get(target, name) {
      const member = name === 'run' ? run : Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { runner: new CertificateRunner({ ...app, db: broken }), wasBroken: () => isBroken }
}

const firstPayment = ({ rehearsal }: Saved) => rehearsal.scenarios.at(-1)?.payments[0]

async function begin(shop: Shop, scenarios: readonly string[]): Promise<string> {
  const body = { scenarios, seed: 7, idle: 'PT0.4S', longest: 'PT20S' }
  return succeed(await shop.call('POST', '/sandbox/certificate', body)).body.certificate.id
}

/** Rehearses with a shop in a process that loses one step after its act. */
async function playBroken(scenarios: readonly string[], { shop, merchantId }: Opened): Promise<readonly Check[]> {
  const id = await begin(shop, scenarios)
  const { runner, wasBroken } = openBroken((saved) => firstPayment(saved)?.acts === 1)
  const taken = `update certificates set owner = '${runner.owner}', leased_until = now() + '30 s' where id = '${id}'`
  await api.service.database.query(taken)
  runner.take({ merchantId, isTest: true, id })
  try {
    const { checks } = await play(shop, id, scenarios)
    assert.ok(wasBroken())
    return checks
  } finally {
    await runner.stop()
  }
}

async function play(shop: Shop, id: string, scenarios: readonly string[]) {
  for (const name of scenarios) await playOne(shop, id, name)
  return finished(shop, id)
}

function finished(shop: Shop, id: string) {
  return retry('the run is finished', async () => {
    const { certificate } = succeed(await shop.call('GET', `/sandbox/certificate/${id}`)).body
    return certificate.status === 'finished' && certificate
  })
}

async function playOne(shop: Shop, id: string, name: string): Promise<void> {
  const payment = await openSession(shop, id, name)
  if (name !== 'plain' && name !== 'disputed') return
  await paid(shop, payment)
  succeed(await shop.call('POST', `/api/v2/payments/${payment}/captures`, { amount: '100.00', reference_id: 'all' }))
}

/** Opens the sessions of a scenario. Returns the id of the last payment. */
async function openSession(shop: Shop, id: string, name: string): Promise<string> {
  const { orders } = await retry('the session is waited for', async () => {
    const { certificate } = succeed(await shop.call('GET', `/sandbox/certificate/${id}`)).body
    return certificate.waits_for?.scenario === name && certificate.waits_for
  })
  for (let order = 1; order < orders; order += 1) succeed(await shop.checkout('100.00', {}))
  return succeed(await shop.checkout('100.00', {})).body.payment.id
}

async function paid(shop: Shop, payment: string): Promise<void> {
  const read = () => shop.call('GET', `/api/v2/payments/${payment}`)
  await retry('the customer has paid', async () => (await read()).body.status === 'AUTHORIZED')
}

const resultOf = (judged: readonly Check[], name: string) => judged.find(({ check }) => check === name)?.result

test('the end of a payment is known although the step that ended it was lost', async () => {
  answer = 200
  const judged = await playBroken(['ended', 'plain'], await newShop())
  assert.equal(resultOf(judged, 'P4'), 'passed')
})

test('a forged notification of a lost step is not taken for a real one', async () => {
  answer = 401
  const judged = await playBroken(['forged'], await newShop())
  assert.equal(resultOf(judged, 'W2'), 'not_exercised')
  answer = 200
})

test('forged notifications are sent in parallel: a step takes as long as the slowest answer', async () => {
  const { shop } = await newShop(true)
  answer = 401
  // The shop answers only after it has received all.
  together = 3
  held = []
  const { checks } = await play(shop, await begin(shop, ['signature']), ['signature'])
  assert.equal(resultOf(checks, 'W6'), 'passed')
  const times = held.map(({ at }) => at)
  assert.equal(times.length, 3)
  assert.ok(Math.max(...times) - Math.min(...times) < 4_000)
  together = 1
  answer = 200
})

test('P6: a clock that is moved while the run lasts shows who captures', async () => {
  const playMoved = async (advance: string, isCaptured: boolean) => {
    const { shop } = await newShop()
    const id = await begin(shop, ['plain'])
    const payment = await openSession(shop, id, 'plain')
    await paid(shop, payment)
    succeed(await shop.call('POST', '/sandbox/clock', { advance }))
    const capture = { amount: '100.00', reference_id: 'late' }
    if (isCaptured) succeed(await shop.call('POST', `/api/v2/payments/${payment}/captures`, capture))
    return finished(shop, id)
  }
  const [captured, left] = await Promise.all([playMoved('P20D', true), playMoved('P21D', false)])
  assert.equal(resultOf(captured.checks, 'P6'), 'passed')
  const check = left.checks.find((one: Check) => one.check === 'P6')
  assert.equal(check?.result, 'failed')
  assert.match(check.findings[0].sentence, /^Nobody captured or closed payment \S+ for 21 days, /)
  assert.ok(check.findings[0].request_ids.length > 0)
})

test('the journal has no dispute that was not opened, and test keys are asked for no order without a purpose', async () => {
  const { shop } = await newShop()
  const { certificate } = succeed(await shop.call('POST', '/sandbox/certificate')).body
  assert.ok(!certificate.scenarios.some(({ name }: { name: string }) => name === 'disputed'))
  succeed(await shop.call('DELETE', `/sandbox/certificate/${certificate.id}`))
  await play(shop, await begin(shop, ['disputed']), ['disputed'])
  const { entries } = succeed(await shop.call('GET', '/sandbox/journal')).body
  const customerEntries = entries.filter(({ kind }: { kind: string }) => kind === 'customer')
  assert.deepEqual(
    customerEntries.map(({ operation }: { operation: string }) => operation),
    ['authorizePayment'],
  )
})
