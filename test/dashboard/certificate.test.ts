import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { orderWithoutReference } from '../../testkit/flawed-order.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

const base = '/dashboard/test/developers/certificate'
const plain = { profile: 'webhooks', scenario_plain: 'yes', seed: '7' }

interface Rehearser {
  readonly merchant: NewMerchant
  readonly visitor: BackOfficeVisitor
}

async function newRehearser(): Promise<Rehearser> {
  const merchant = await api.newMerchant()
  return { merchant, visitor: await signInAt(api.service.urls.uae, `admin@${merchant.id.slice(-12)}.test`) }
}

/** Starts a run by the form. Returns the address of its page. */
async function begin({ visitor }: Rehearser, fields: Record<string, string> = plain): Promise<string> {
  await visitor.get(base)
  const { status, location } = await visitor.send(`${base}/begin`, fields)
  assert.deepEqual([status, location.startsWith(`${base}/`)], [303, true])
  return location
}

async function documentOf({ merchant }: Rehearser, page: string) {
  const id = page.slice(base.length + 1)
  return succeed(await merchant.test.call('GET', `/sandbox/certificate/${id}`)).body.certificate
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('a run is started by a form, shows whether it waits for the shop, skips a scenario, and is ended', async () => {
  const own = await newRehearser()
  const { visitor } = own
  assert.match((await visitor.get('/dashboard/test/developers')).text, new RegExp(`href="${base}"`))
  assert.match((await visitor.get(base)).text, /No run yet/)
  const page = await begin(own, { ...plain, scenario_ended: 'yes', profile: 'polling' })
  const run = await documentOf(own, page)
  assert.deepEqual(
    [run.status, run.seed, run.profile, run.scenarios.map(({ name }: { name: string }) => name)],
    ['waiting', 7, 'polling', ['plain', 'ended']],
  )
  const { text } = await visitor.get(page)
  for (const instruction of Object.values(run.waits_for))
    assert.ok(text.includes(String(instruction)), String(instruction))
  assert.match(text, /Order in your shop now/)
  assert.match(text, /npx qist certify --profile polling --scenario plain ended --seed 7/)
  assert.equal((await visitor.send(`${page}/skip`, { scenario: 'plain' })).location, page)
  assert.match((await visitor.get(page)).text, /certificate\.ended@example\.com/)
  // A second press changes nothing.
  assert.equal((await visitor.send(`${page}/skip`, { scenario: 'plain' })).location, page)
  assert.equal((await documentOf(own, page)).waits_for.scenario, 'ended')
  for (const _twice of [1, 2]) assert.equal((await visitor.send(`${page}/stop`)).location, page)
  assert.equal((await documentOf(own, page)).status, 'finished')
  assert.match((await visitor.get(base)).text, /0 of 11/)
  const log = await api.service.database.query(
    `select what from activities where on_kind = 'certificate' and on_id = '${run.id}' order by at`,
  )
  assert.deepEqual(
    log.map(({ what }) => what),
    ['begin_certificate', 'skip_scenario', 'stop_certificate'],
  )
})

test('an open run blocks another one; a finished run is repeated with its settings', async () => {
  const own = await newRehearser()
  const { visitor } = own
  const page = await begin(own)
  const list = (await visitor.get(base)).text
  assert.doesNotMatch(list, /name="seed"/)
  assert.ok(list.includes(page))
  const refused = await visitor.send(`${base}/begin`, plain)
  assert.deepEqual([refused.status, /A run is open/.test(refused.text)], [409, true])
  await visitor.send(`${page}/stop`)
  const { text } = await visitor.get(page)
  const again = Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(\w[\w-]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const next = await begin(own, again)
  assert.notEqual(next, page)
  const [before, after] = [await documentOf(own, page), await documentOf(own, next)]
  for (const same of ['profile', 'seed', 'badge']) assert.equal(after[same], before[same])
  await visitor.send(`${next}/stop`)
})

test("errors of a run's form are shown in the form, with the input", async () => {
  const { visitor } = await newRehearser()
  await visitor.get(base)
  for (const seed of ['x', '-1', '1.5', '2147483648', '1e3', '99999999999']) {
    const { status, text } = await visitor.send(`${base}/begin`, { ...plain, seed })
    assert.deepEqual([status, /Type a whole number/.test(text), text.includes(`value="${seed}"`)], [422, true, true])
  }
  const none = await visitor.send(`${base}/begin`, { profile: 'polling', seed: '' })
  assert.deepEqual([none.status, /Choose a scenario at least/.test(none.text)], [422, true])
  assert.match(none.text, /value="polling" selected/)
  assert.match((await visitor.get(base)).text, /No run yet/)
})

test('all scenarios can be chosen but those that need live keys or a restart, and the terminal has the same list', async () => {
  const own = await newRehearser()
  const { visitor } = own
  const { text } = await visitor.get(base)
  const offered = [...text.matchAll(/name="scenario_([\w-]+)"/g)].map(([, name]) => name)
  assert.deepEqual(
    offered.toSorted(),
    scenarioNames.filter((name) => name !== 'disputed' && name !== 'crash').toSorted(),
  )
  const ticked = scenarioNames.map((name) => [`scenario_${name}`, 'yes'])
  const page = await begin(own, { ...Object.fromEntries(ticked), seed: '7' })
  assert.match((await visitor.get(page)).text, />npx qist certify --seed 7</)
  const played = (await documentOf(own, page)).scenarios.map(({ name }: { name: string }) => name)
  assert.deepEqual(played.toSorted(), offered.toSorted())
  await visitor.send(`${page}/stop`)
})

test("the page shows the API's document, with links to the calls behind each finding", async () => {
  const own = await newRehearser()
  const { merchant, visitor } = own
  const page = await begin(own)
  await orderWithoutReference(merchant.test)
  await visitor.send(`${page}/stop`)
  const run = await documentOf(own, page)
  const { text } = await visitor.get(page)
  const shown = unescaped(text)
  for (const { reason } of run.checks) assert.ok(reason === undefined || shown.includes(reason), reason)
  assert.match(shown, /From the shop<.*<strong>"amount": "340\.00"<\/strong>/s)
  const words = { passed: 'Passed', failed: 'Failed', warning: 'Warning', review: 'Look at it yourself' }
  const found: string[] = []
  for (const { check, result, findings } of run.checks) {
    const outcome = result === 'not_exercised' ? 'Not exercised' : words[result as keyof typeof words]
    assert.match(shown, new RegExp(`>${check}<(?:(?!</tr>).)*>${outcome}<`), `${check} ${result}`)
    for (const { sentence, scenario, exchanges, request_ids, webhook_ids, advice, guide, command } of findings) {
      for (const part of [sentence, scenario, advice, guide, command]) assert.ok(shown.includes(part), part)
      for (const { method, path, status } of exchanges)
        assert.ok(shown.includes(`${method} ${path}`) && shown.includes(`answered ${status}`), path)
      found.push(...request_ids, ...webhook_ids)
    }
  }
  assert.ok(found.length > 0)
  for (const id of found) {
    const href = `/dashboard/test/developers/journal/${id}`
    assert.ok(shown.includes(`href="${href}"`))
    assert.equal((await visitor.get(href)).status, 200)
  }
  assert.ok(shown.includes(run.badge))
  assert.match(shown, new RegExp(`http://[^<]*/sandbox/certificate/${run.id}/badge\\.svg`))
  const badge = await visitor.get(`${page}/badge.svg`)
  assert.deepEqual([badge.status, badge.headers.get('content-type')], [200, 'image/svg+xml; charset=utf-8'])
  const drawn = await merchant.test.call('GET', `/sandbox/certificate/${run.id}/badge.svg`)
  assert.equal(badge.text, drawn.text)
})

test('a reader follows a run and changes nothing; another merchant and a wrong address get 404', async () => {
  const url = api.service.urls.uae
  const page = await begin({ merchant: await api.newMerchant(), visitor: await signInAt(url, 'developer@demo.test') })
  const analyst = await signInAt(url, 'analyst@demo.test')
  const shown = (await analyst.get(page)).text
  assert.match(shown, /Order in your shop now/)
  for (const text of [shown, (await analyst.get(base)).text]) assert.doesNotMatch(text, /action="[^"]*certificate/)
  for (const form of [`${base}/begin`, `${page}/skip`, `${page}/stop`])
    assert.equal((await analyst.send(form, { ...plain, scenario: 'plain' })).status, 403)
  const stranger = await signInAt(url, 'admin@other.test')
  for (const address of [page, `${page}/badge.svg`]) assert.equal((await stranger.get(address)).status, 404)
  for (const form of ['skip', 'stop'])
    assert.equal((await stranger.send(`${page}/${form}`, { scenario: 'plain' })).status, 404)
  assert.equal((await analyst.get(`${base}/none`)).status, 404)
  assert.match((await analyst.get(page)).text, /Order in your shop now/)
  const admin = await signInAt(url, 'admin@demo.test')
  await admin.get(page)
  assert.equal((await admin.send(`${page}/stop`)).status, 303)
})

test('the newest twenty runs are listed', async () => {
  const own = await newRehearser()
  const pages: string[] = []
  for (let count = 0; count < 21; count += 1) {
    const page = await begin(own)
    await own.visitor.send(`${page}/stop`)
    pages.push(page)
    api.service.clock.advance(1_000)
  }
  const { text } = await own.visitor.get(base)
  const listed = [...text.matchAll(/href="([^"]+)" class="row-link"/g)].map(([, href]) => href)
  assert.deepEqual(listed, pages.slice(1).reverse())
})
