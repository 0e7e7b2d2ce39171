import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { pass } from '../support/plans.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface Rule {
  readonly profile: string
  readonly rule: string
  readonly value: string
  readonly confirmed: boolean
  readonly nearest: readonly { readonly payment_id: string; readonly value: string }[]
}

let service: TestService
let merchantId: string
let shop: Shop
let kuwait: Shop

before(async () => {
  service = await startTestService()
  const stores = ['--store', 'main:AE', '--store', 'kw:KW']
  const made = await qist('merchant', 'create', '--name', 'S', '--region', 'uae', ...stores, '--json')
  const { id, keys } = JSON.parse(made.stdout)
  merchantId = id
  shop = openShop(service.urls.uae, keys.live.secret, { merchantCode: 'main' })
  kuwait = openShop(service.urls.uae, keys.live.secret, { merchantCode: 'kw', currency: 'KWD' })
})
after(() => service.close())

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, ...args)

async function comply(...args: string[]) {
  const { code, stdout, stderr } = await qist('comply', '--json', ...args)
  assert.equal(code, 0, stderr)
  const { notice, rules, responsibilities } = JSON.parse(stdout)
  const nearest = (profile: string, name: string): Rule['nearest'] =>
    rules.find((one: Rule) => one.profile === profile && one.rule === name)?.nearest ?? assert.fail(name)
  return { notice, rules: rules as Rule[], responsibilities, nearest }
}

async function sell(by: Shop, amount: string, phone: string, dob: string | null): Promise<string> {
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob }
  const id = succeed(await by.checkout(amount, { buyer })).body.payment.id
  succeed(await by.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await by.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'c' }))
  return id
}

test('every rule of every market has a source, a value and a place; no rule is told twice', async () => {
  const { notice, rules, responsibilities } = await comply()
  assert.match(notice, /no legal advice/)
  assert.deepEqual(responsibilities, [])
  const names = rules.map(({ profile, rule }) => `${profile} ${rule}`)
  assert.equal(new Set(names).size, names.length)
  const of = (name: string): string[] => rules.filter(({ profile }) => profile === name).map(({ rule }) => rule)
  const common = ['age', 'silence_during_dispute', 'contacts', 'agreed_terms']
  assert.deepEqual(of('uae').toSorted(), ['max_open_exposure', 'longest_plan', 'customer_fees', ...common].toSorted())
  assert.deepEqual(
    of('ksa').toSorted(),
    ['max_open_exposure', 'most_parts', 'part_a_month', 'customer_fees', 'charges_a_month', ...common].toSorted(),
  )
  assert.deepEqual(of('kuwait'), of('uae'))
  const exposure = rules.find(({ profile, rule }) => profile === 'kuwait' && rule === 'max_open_exposure')
  assert.deepEqual([exposure?.value, exposure?.confirmed], ['500.000 KWD', false])
})

test('the payments nearest to each limit, and who answers for more', async () => {
  const first = await sell(kuwait, '160.000', '+96550000101', '2000-01-01')
  const second = await sell(kuwait, '480.000', '+96550000101', '1990-01-01').catch(() => undefined)
  assert.equal(second, undefined, 'an order with which the customer would owe too much was accepted')
  const third = await sell(kuwait, '200.000', '+96550000101', null)
  await sell(kuwait, '100.000', '+96550000102', '2007-02-01')
  const own = await comply('--merchant', merchantId)
  // 120.000 and 150.000 are owed of the first two.
  assert.deepEqual(own.nearest('kuwait', 'max_open_exposure'), [
    { payment_id: third, value: '270.000' },
    { payment_id: own.nearest('kuwait', 'age')[0]?.payment_id, value: '75.000' },
  ])
  assert.deepEqual(
    own.nearest('kuwait', 'age').map(({ value }) => value),
    ['19', '26'],
  )
  assert.ok(own.nearest('kuwait', 'longest_plan').every(({ value }) => value === '3 months'))
  assert.ok(own.nearest('kuwait', 'customer_fees').every(({ value }) => value === '0.00 %'))
  assert.deepEqual([...new Set(own.nearest('kuwait', 'agreed_terms').map(({ value }) => value))], ['kept'])
  assert.deepEqual(own.nearest('uae', 'max_open_exposure'), [])
  await pass(kuwait, 'P29D')
  succeed(await kuwait.call('POST', '/sandbox/disputes', { payment_id: first, reason: 'not_delivered' }))
  await pass(kuwait, 'P3D')
  const later = await comply()
  assert.deepEqual(later.nearest('kuwait', 'silence_during_dispute'), [{ payment_id: first, value: '0 charges' }])
  // Three reminders, and two charges that a dispute does not stop.
  assert.deepEqual(
    later.nearest('kuwait', 'contacts').map(({ value }) => value),
    ['3', '2'],
  )
  const raised = ['--max-open-exposure', '900', '--accept-responsibility', '--json'] as const
  const risk = ['risk', 'set', '--merchant', merchantId, '--mode', 'live', '--store', 'kw', ...raised] as const
  assert.equal((await qist(...risk)).code, 0)
  const { responsibilities } = await comply()
  assert.deepEqual(
    responsibilities.map(({ at, ...one }: { at: string }) => one),
    [
      {
        ...{ merchant_id: merchantId, merchant_code: 'kw', rule: 'max_open_exposure', value: '900.000 KWD' },
        by: 'the command line',
      },
    ],
  )
})

test('a source is confirmed in its own country only', async () => {
  const { rules } = await comply()
  for (const name of ['age', 'silence_during_dispute', 'contacts', 'agreed_terms']) {
    const of = rules.filter(({ rule }) => rule === name).map(({ profile, confirmed }) => [profile, confirmed])
    assert.deepEqual(Object.fromEntries(of), { uae: false, ksa: true, kuwait: false })
  }
})

test('a payment beyond a limit is marked, and no other', async () => {
  const id = await sell(kuwait, '720.000', '+96550000109', null)
  const [first, ...others] = (await comply()).nearest('kuwait', 'max_open_exposure')
  assert.deepEqual(first, { payment_id: id, value: '540.000', beyond: true })
  assert.ok(others.length > 0 && others.every((one) => !('beyond' in one)))
  const { stdout } = await qist('comply')
  assert.match(stdout, new RegExp(`nearest +${id} 540\\.000 \\(beyond the limit\\), `))
})

test('a fee, and charges of a month', async () => {
  const plans = [{ count: 6, period: 'P2W', service_fee: { percent: '2.50' } }]
  succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
  const id = await sell(shop, '600.00', '+971507300001', null)
  await pass(shop, 'P60D')
  const { nearest } = await comply('--merchant', merchantId)
  assert.deepEqual(nearest('uae', 'customer_fees')[0], { payment_id: id, value: '2.50 %' })
  assert.deepEqual(nearest('uae', 'longest_plan')[0], { payment_id: id, value: '70 days' })
})

test('the page for people says what to confirm, and an unknown merchant is refused', async () => {
  const { code, stdout } = await qist('comply')
  assert.equal(code, 0)
  assert.match(stdout, /^This is no legal advice\./)
  assert.match(stdout, /max_open_exposure: 500\.000 KWD\n.*\n +source +https:\/\/almorakebgroup\.com \(confirm it/)
  assert.match(stdout, /Somebody answers for\n {2}\S+ {2}max_open_exposure 900\.000 KWD, store kw of /)
  const refused = await qist('comply', '--merchant', '00000000-0000-4000-8000-000000000000')
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
})
