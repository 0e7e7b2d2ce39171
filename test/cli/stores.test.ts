import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { day } from '../../src/platform/base/times.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let merchantId: string
let shop: Shop

before(async () => {
  service = await startTestService()
  const made = JSON.parse(
    (await qist('merchant', 'create', '--name', 'S', '--region', 'uae', '--store', 'main:AE', '--json')).stdout,
  )
  merchantId = made.id
  // A process caches a key for two seconds, so each one is first used after a change.
  shop = openShop(service.urls.uae, made.keys.test.secret, { merchantCode: 'main' })
})
after(() => service.close())

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, ...args)
const set = (...args: string[]) => qist('store', 'set', '--merchant', merchantId, '--code', 'MAIN', ...args)

test("a store's settings apply to its new sessions and payments", async () => {
  const changed = await set(
    ...['--smallest-order', '10', '--largest-order', '100.5', '--checkout', 'lenient'],
    ...['--session-minutes', '5', '--payment-minutes', '6', '--auto-capture', '0', '--json'],
  )
  assert.equal(changed.code, 0, changed.stderr)
  assert.equal(JSON.parse(changed.stdout)[0]['largest order'], '100.50 AED')
  const added = await qist('store', 'add', '--merchant', merchantId, '--code', 'kw', '--country', 'KW')
  assert.equal(added.code, 0, added.stderr)

  const rejection = async (amount: string): Promise<string> =>
    (await shop.checkout(amount)).body.configuration.products.installments.rejection_reason
  assert.equal(await rejection('9.99'), 'order_amount_too_low')
  assert.equal(await rejection('100.51'), 'order_amount_too_high')
  const session = await shop.checkout('100.50', { shipping_address: null })
  assert.equal(session.body.configuration.expires_at, '2026-03-01T10:05:00Z')
  const authorized = await shop.call('POST', `/sandbox/payments/${session.body.payment.id}/authorize`)
  assert.equal(authorized.body.status, 'CLOSED')
  assert.equal(authorized.body.captures[0].reference_id, `auto-capture-${session.body.payment.id}`)
  const other = openShop(service.urls.uae, shop.key, { merchantCode: 'kw', currency: 'KWD' })
  assert.equal((await other.checkout('5.125')).body.payment.amount, '5.125')
})

test('an authorization without automatic capture can expire and is then not closed', async () => {
  assert.equal((await set('--auto-capture', 'never')).code, 0)
  const later = await openMerchantAgain()
  const id = await later.authorizedPayment('50.00')
  service.clock.advance(366 * day)
  const closed = await later.call('POST', `/api/v2/payments/${id}/close`)
  assert.deepEqual([closed.status, closed.body.error], [400, 'could not cancel payment: payment was already expired'])
})

test("a name or code above the API's limit is refused in one line", async () => {
  const [most, tooLong] = ['x'.repeat(255), 'x'.repeat(256)]
  const create = (name: string, code: string): Promise<CommandResult> =>
    qist('merchant', 'create', '--name', name, '--region', 'uae', '--store', `${code}:AE`)
  const add = (code: string): Promise<CommandResult> =>
    qist('store', 'add', '--merchant', merchantId, '--code', code, '--country', 'AE')
  const wrongCode = 'qist: a merchant code must have 1 to 255 characters\n'
  for (const [refused, line] of [
    [await create(tooLong, 'main'), 'qist: the name of a merchant must have at most 255 characters\n'],
    [await create('S', tooLong), wrongCode],
    [await add(tooLong), wrongCode],
    [await add(''), wrongCode],
  ] as const) {
    assert.deepEqual([refused.code, refused.stderr], [1, line])
  }
  for (const taken of [await create(most, most), await add(most)]) assert.equal(taken.code, 0, taken.stderr)
})

test('contradicting settings are refused in one line', async () => {
  for (const wrong of [
    ['--smallest-order', '0'],
    ['--smallest-order', '200'],
    ['--largest-order', '1.234'],
    ['--session-minutes', '60'],
    ['--auto-capture', '-1'],
    ['--fee-percent', '100.01'],
    ['--fee-percent', '5.001'],
    ['--fee-fixed', '-1'],
    ['--fee-fixed', '1000000000'],
    ['--fee-fixed', '1.234'],
    ['--fee-vat-percent', '-5'],
    ['--fee-refund', 'some'],
    ['--beneficiary-iban', 'AE070331234567890123456'],
    ['--beneficiary-name', 'Shop LLC', '--beneficiary-iban', 'AE080331234567890123456'],
  ]) {
    const { code, stderr } = await set(...wrong)
    assert.equal(code, 1, wrong.join(' '))
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
  assert.equal((await qist('store', 'set', '--merchant', merchantId, '--code', 'none')).code, 1)
  const taken = await qist('store', 'add', '--merchant', merchantId, '--code', 'Kw', '--country', 'KW')
  assert.match(taken.stderr, /has a store with this code/)
})

test("a store's fees and beneficiary are set, keep unnamed members, and are printed", async () => {
  const fees = ['--fee-percent', '5.00', '--fee-fixed', '1', '--fee-vat-percent', '5', '--fee-refund', 'all']
  const beneficiary = ['--beneficiary-name', 'Shop LLC', '--beneficiary-iban', 'ae07 0331 2345 6789 0123 456']
  assert.equal((await set(...fees)).code, 0)
  assert.equal((await set(...beneficiary)).code, 0)
  const shown = JSON.parse((await set('--fee-percent', '4.5', '--json')).stdout)[0]
  const expected = {
    ...{ 'fee percent': '4.50', 'fee fixed': '1.00 AED', 'fee VAT percent': '5.00', 'fee refund': 'all' },
    ...{ 'beneficiary name': 'Shop LLC', 'beneficiary IBAN': 'AE070331234567890123456' },
  }
  assert.deepEqual({ ...shown, ...expected }, shown)
  assert.match((await set()).stdout, /fee percent.*beneficiary IBAN\n.*4\.50.*AE070331234567890123456/)
  const cleared = JSON.parse((await set('--beneficiary-iban', '', '--json')).stdout)[0]
  assert.deepEqual([cleared['beneficiary name'], cleared['beneficiary IBAN']], ['Shop LLC', ''])
})

test("a new store's fees and beneficiary have the same checks", async () => {
  const add = (code: string, ...args: string[]) =>
    qist('store', 'add', '--merchant', merchantId, '--code', code, '--country', 'KW', ...args)
  const added = await add('fees', '--fee-fixed', '0.125', '--fee-percent', '2.75', '--json')
  const [shown] = JSON.parse(added.stdout)
  assert.deepEqual([shown['fee percent'], shown['fee fixed'], shown['fee refund']], ['2.75', '0.125 KWD', 'percent'])
  const wrong = await add('wrong', '--beneficiary-name', 'Shop', '--beneficiary-iban', 'KW81CBKU0000000000001234560102')
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /^qist: the check digits of the IBAN are wrong: something in it is mistyped\n$/)
  assert.equal((await add('wrong', '--fee-fixed', '-0.001')).stderr, 'qist: the fixed fee must be zero or more\n')
})

test("a store's plans are set from a file, and a wrong file is refused in lines that name its members", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-plans-'))
  const file = (content: unknown): string => {
    const path = join(folder, 'plans.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const six = { count: 6, period: 'P1M', service_fee: { percent: '2.50' }, min_amount: '20.00' }
  const shown = JSON.parse((await set('--plans', file({ plans: [six] }), '--json')).stdout)[0]
  assert.deepEqual([shown.plans, shown['service fee refund']], ['6xP1M 20.00– fee 2.50 % + 0.00 first', 'proportion'])
  const kept = JSON.parse((await set('--service-fee-refund', 'none', '--json')).stdout)[0]
  assert.deepEqual([kept.plans, kept['service fee refund']], [shown.plans, 'none'])
  for (const [content, line] of [
    [{ plans: [{ count: 1, period: 'P1Y' }] }, /plans\.json: \$\.plans\[0\]\.count .*\n.*\$\.plans\[0\]\.period /],
    ['{', /plans\.json is no JSON/],
    [{ plan: [six] }, /plans\.json must have a list named plans/],
    [{ plans: [{ ...six, count: '6' }] }, /plans\.json: a value has a wrong JSON type\n/],
    [
      { plans: [{ ...six, service_fee: { percent: '40.00' } }] },
      /\$\.plans\[0\]\.service_fee must be at most 30\.00 %/,
    ],
  ] as const) {
    const refused = await set('--plans', file(content))
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, line)
  }
  assert.match((await set('--plans', join(folder, 'none.json'))).stderr, /none\.json cannot be read/)
  const beyond = file({ plans: [{ ...six, service_fee: { percent: '40.00' } }] })
  assert.equal((await set('--plans', beyond, '--accept-responsibility')).code, 0)
  const rows = await service.database.query('select rule, accepted_by from responsibilities')
  assert.deepEqual(rows, [{ rule: 'customer_fees', accepted_by: 'the command line' }])
  assert.equal(JSON.parse((await set('--plans', file({ plans: [] }), '--json')).stdout)[0].plans, '4xP1M')
  // A fixed fee weighs more on smaller orders, whichever of both is set later.
  const fixed = file({ plans: [{ count: 4, period: 'P1M', service_fee: { fixed: '29.00' } }] })
  assert.equal((await set('--smallest-order', '1', '--plans', fixed)).code, 1)
  assert.equal((await set('--smallest-order', '100', '--plans', fixed)).code, 0)
  const lowered = await set('--smallest-order', '1')
  assert.deepEqual([lowered.code, /must be at most 30\.00 % of the smallest order/.test(lowered.stderr)], [1, true])
  assert.equal((await set('--smallest-order', '1', '--accept-responsibility')).code, 0)
  assert.deepEqual(
    await service.database.query('select rule from responsibilities'),
    [...rows, ...rows].map(({ rule }) => ({ rule })),
  )
  assert.equal((await set('--plans', file({ plans: [] }))).code, 0)
  rmSync(folder, { recursive: true })
})

/** The merchant with a new key that this process has not cached, so that it reads the current settings. */
async function openMerchantAgain(): Promise<Shop> {
  const issued = await qist('key', 'issue', '--merchant', merchantId, '--mode', 'test', '--json')
  return openShop(service.urls.uae, JSON.parse(issued.stdout).key, { merchantCode: 'main' })
}
