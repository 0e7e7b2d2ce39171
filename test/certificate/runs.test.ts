import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../../src/platform/app/app.ts'
import { version } from '../../src/platform/base/version.ts'
import {
  type CertificateKey,
  CertificateRunner,
  type RetryLimits,
  runnerOf,
} from '../../src/rehearsal/certificate/certificate-runner.ts'
import { removeCertificates, stopCertificate } from '../../src/rehearsal/certificate/certificates.ts'
import { saveRequest } from '../../src/rehearsal/certificate/store.ts'
import { listEntriesBetween } from '../../src/rehearsal/journal/store/reading.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { assertRefused, assertWrong, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi({ workers: false })
})
after(() => api.close())

interface Begun {
  readonly shop: Shop
  readonly key: CertificateKey
}

async function begin(scenario = 'rejected', before: (shop: Shop) => Promise<unknown> = async () => undefined) {
  const { id: merchantId, keys } = await api.newMerchant({ merchantCode: 'demo_ae' })
  const shop = api.open(keys.test.secret)
  await before(shop)
  const body = { scenarios: [scenario, 'conflict'], seed: 7, idle: 'PT0.2S' }
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate', body)).body.certificate
  return { shop, key: { merchantId, isTest: true, id } } satisfies Begun
}

const read = async ({ shop, key }: Begun) =>
  succeed(await shop.call('GET', `/sandbox/certificate/${key.id}`)).body.certificate
const query = (text: string) => api.service.database.query(text)

/** A process that owns the run and makes no progress. */
async function hang({ key }: Begun): Promise<void> {
  const other = '11111111-1111-4111-8111-111111111111'
  await query(`update certificates set owner = '${other}', leased_until = now() + '1 hour' where id = '${key.id}'`)
}

test('a run that waits for its shop writes nothing', async () => {
  const begun = await begin('plain')
  const versionOf = async () =>
    JSON.stringify(await query(`select xmin from certificates where id = '${begun.key.id}'`))
  const before = await versionOf()
  await wait(500)
  assert.equal(await versionOf(), before)
  await stopCertificate(api.service.app, begun.key)
})

test('a stop request is kept when a scenario is skipped at once, and the caller learns that the run has not stopped', async () => {
  const begun = await begin('plain')
  await hang(begun)
  const { app } = api.service
  await assert.rejects(stopCertificate(app, begun.key, 50), /has not come to it yet/)
  await app.db.run(saveRequest, { ...begun.key, asked: 'plain' })
  await query(`update certificates set leased_until = now() where id = '${begun.key.id}'`)
  await stopCertificate(app, begun.key)
  assert.equal((await read(begun)).status, 'finished')
})

test('removing a run undoes its changes, even if its process does not end it', async () => {
  let risk: unknown
  const begun = await begin('rejected', async (shop) => {
    risk = succeed(await shop.call('PUT', '/sandbox/risk', { rules: { refuse_overdue: true } })).body
  })
  const { shop, key } = begun
  await hang(begun)
  assert.notDeepEqual((await shop.call('GET', '/sandbox/risk')).body, risk)
  await removeCertificates(api.service.app, key, 50)
  assert.deepEqual((await shop.call('GET', '/sandbox/risk')).body, risk)
  assertRefused(await shop.call('GET', `/sandbox/certificate/${key.id}`), 404, 'no such certificate')
})

/** A process that cannot read the shop's requests. */
function openBlind(tries: RetryLimits): CertificateRunner {
  const { db, ...app } = api.service.app
  const run: App['db']['run'] = (statement, parameters) => {
    if ((statement as unknown) === listEntriesBetween) throw new Error('too much')
    return db.run(statement, parameters)
  }
  const blind = new Proxy(db, {
    get(target, name) {
      const member = name === 'run' ? run : Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return new CertificateRunner({ ...app, db: blind }, tries)
}

test('a run that no process can continue is finished after some tries, and the merchant can start another', async () => {
  const begun = await begin('plain')
  const { shop, key } = begun
  const runner = openBlind({ max: 3, pauseMs: 1 })
  await query(`update certificates set owner = '${runner.owner}', leased_until = now() + '30 s' where id = '${key.id}'`)
  runner.take(key)
  succeed(await shop.checkout('100.00', {}))
  await retry('the run is finished', async () => (await read(begun)).status === 'finished')
  await runner.stop()
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate', { scenarios: ['plain'] })).body.certificate
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
})

test('the version is the one that judged, not the one that reads', async () => {
  const begun = await begin('plain')
  await stopCertificate(api.service.app, begun.key)
  assert.equal((await read(begun)).version, version)
  const older = `jsonb_set(rehearsal::jsonb, '{version}', '"0.0.9"')`
  await query(`update certificates set rehearsal = ${older} where id = '${begun.key.id}'`)
  const run = await read(begun)
  assert.equal(run.version, '0.0.9')
  assert.match(run.badge, /, version 0\.0\.9, /)
})

test("a merchant's newest hundred runs are kept", async () => {
  const begun = await begin('plain')
  const { shop, key } = begun
  await stopCertificate(api.service.app, key)
  const columns = 'merchant_id, is_test, profile, seed, status, rehearsal, checks, owner, leased_until, ended_at'
  await query(`insert into certificates (id, started_at, ${columns})
    select gen_random_uuid(), started_at - make_interval(secs => place), ${columns}
    from certificates, generate_series(1, 120) as place where id = '${key.id}'`)
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate', { scenarios: ['plain'] })).body.certificate
  const [kept] = await query(`select count(*)::int as runs from certificates where merchant_id = '${key.merchantId}'`)
  assert.deepEqual(kept, { runs: 100 })
  assert.equal((await read(begun)).status, 'finished')
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
})

test('each scenario is requested once', async () => {
  const { keys } = await api.newMerchant({ merchantCode: 'demo_ae' })
  const answer = await api
    .open(keys.test.secret)
    .call('POST', '/sandbox/certificate', { scenarios: ['plain', 'ended', 'plain'] })
  assertWrong(answer, '$.scenarios')
})

// This test is the last: the process plays no other run.
test('a request to end a run is answered by a stopping service before its database closes', async () => {
  const { app } = api.service
  const begun = await begin()
  await runnerOf(app).stop()
  await assert.rejects(stopCertificate(app, begun.key), /has not come to it yet/)
})
