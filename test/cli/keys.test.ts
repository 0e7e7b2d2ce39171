import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, ...args)

test('a merchant with lenient stores takes checkouts as plug-ins send them', async () => {
  const options = ['--name', 'Shop', '--region', 'uae', '--store', 'a:AE', '--store', 'b:KW', '--lenient', '--json']
  const { keys } = JSON.parse((await qist('merchant', 'create', ...options)).stdout)
  const payment = { amount: '10', currency: 'KWD', buyer: { phone: '1' } }
  const shop = openShop(service.urls.uae, keys.test.secret)
  const answer = await shop.call('POST', '/api/v2/checkout', { merchant_code: 'b', payment })
  assert.equal(answer.status, 200, answer.text)
})

test('a merchant from the command line can take payments, and its keys rotate with an overlap', async () => {
  const made = await qist('merchant', 'create', '--name', 'Shop', '--region', 'uae', '--store', 'main:AE', '--json')
  const merchant = JSON.parse(made.stdout)
  const first = openShop(service.urls.uae, merchant.keys.test.secret, { merchantCode: 'MAIN' })
  assert.equal((await first.checkout()).body.status, 'created')

  const issued = JSON.parse((await qist('key', 'issue', '--merchant', merchant.id, '--mode', 'test', '--json')).stdout)
  const second = openShop(service.urls.uae, issued.key, { merchantCode: 'main' })
  assert.equal((await second.call('GET', '/api/v2/payments')).status, 200)
  assert.equal((await first.call('GET', '/api/v2/payments')).status, 200)

  const listed = JSON.parse((await qist('key', 'list', '--merchant', merchant.id, '--json')).stdout)
  assert.equal(listed.length, 5)
  assert.ok(!JSON.stringify(listed).includes(issued.key))
  const revoked = await qist('key', 'revoke', '--merchant', merchant.id, '--key', issued.id)
  assert.equal(revoked.code, 0, revoked.stderr)
  const refused = await eventually(async () => {
    const answer = await second.call('GET', '/api/v2/payments')
    return answer.status === 200 ? undefined : answer
  })
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid secret key'])
  assert.equal((await first.call('GET', '/api/v2/payments')).status, 200)
})

test('an error of a command is one line, and nothing is made', async () => {
  const wrong = [
    ['merchant', 'create', '--name', 'X', '--region', 'uae', '--store', 'a:SA'],
    ['merchant', 'create', '--name', 'X', '--region', 'uae', '--store', 'a:AE', '--store', 'A:AE'],
    ['merchant', 'create', '--name', 'X', '--region', 'moon', '--store', 'a:AE'],
    ['key', 'issue', '--merchant', '1', '--mode', 'test'],
    ['key', 'issue', '--merchant', '01a1fd91-c079-7213-8c53-1cdd00a9652b', '--mode', 'test'],
    ['nonsense'],
  ]
  for (const args of wrong) {
    const { code, stderr } = await qist(...args)
    assert.equal(code, 1, args.join(' '))
    assert.doesNotMatch(stderr, /\n\s+at /, stderr)
  }
  const merchants = JSON.parse((await qist('merchant', 'list', '--json')).stdout)
  assert.ok(merchants.every((merchant: { name: string }) => merchant.name !== 'X'))
})

test('a key is issued with permissions, which are listed', async () => {
  const made = await qist('merchant', 'create', '--name', 'Till', '--region', 'uae', '--store', 'main:AE', '--json')
  const { id: merchant } = JSON.parse(made.stdout)
  const issue = ['key', 'issue', '--merchant', merchant, '--mode', 'live']
  const issued = JSON.parse((await qist(...issue, '--permissions', 'capture, read', '--json')).stdout)
  const shop = openShop(service.urls.uae, issued.key)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
  assert.equal(
    (await shop.call('GET', '/api/v1/payouts')).body.error,
    'the key does not have the permission settlements',
  )
  const listed: { id: string; kind: string; permissions: string }[] = JSON.parse(
    (await qist('key', 'list', '--merchant', merchant, '--json')).stdout,
  )
  assert.equal(listed.find(({ id }) => id === issued.id)?.permissions, 'read,capture')
  const others = listed.filter(({ id }) => id !== issued.id)
  for (const { kind, permissions } of others) assert.equal(permissions, kind === 'secret' ? everything : '')
  assert.match((await qist('key', 'list', '--merchant', merchant)).stdout, /read,capture/)

  for (const names of ['', 'all', 'read,', 'Read']) {
    const { code, stderr } = await qist(...issue, '--permissions', names)
    assert.deepEqual([code, stderr.includes(`One or more of ${everything}`)], [1, true], stderr)
  }
  const ofPublic = await qist(...issue, '--kind', 'public', '--permissions', 'read')
  assert.deepEqual([ofPublic.code, /a public key has no permissions/.test(ofPublic.stderr)], [1, true], ofPublic.stderr)
  assert.equal(JSON.parse((await qist('key', 'list', '--merchant', merchant, '--json')).stdout).length, 5)
})

const everything = 'read,checkout,capture,refund,disputes,webhooks,settlements'

// A revoked key stops working within five seconds in every process; this waits for it.
async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  const until = performance.now() + 5_000
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    assert.ok(performance.now() < until, 'it did not happen within five seconds')
  }
}
