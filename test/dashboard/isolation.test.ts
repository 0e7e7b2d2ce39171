import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hasPermission, type Mode, type Role, roles } from '../../src/platform/people/roles.ts'
import { fillIds, type GuardedRoute, listGuardedRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { openTestApi } from '../support/api.ts'
import { objectsOf } from './objects.ts'
import { readEverything } from './read-everything.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const url = service.urls.uae

const guarded = await listGuardedRoutes(service.app, 'dashboard')
const ofModes = guarded.filter(({ path }) => /^\/dashboard\/(test|live)(\/|$)/.test(path))

interface Target extends GuardedRoute {
  readonly mode: Mode
  readonly url: string
  readonly hasId: boolean
}

const visitors = new Map<string, BackOfficeVisitor>()
let targets: readonly Target[] = []

before(async () => {
  const objects = await objectsOf(api)
  targets = ofModes.map((route): Target => {
    const { path } = route
    const [, , mode = '', kind = ''] = path.split('/')
    const url = fillIds(path, objects[mode as Mode][kind])
    return { ...route, mode: mode as Mode, url, hasId: path.includes(':') }
  })
  for (const email of [...roles.map((role) => `${role}@demo.test`), 'admin@other.test', 'admin@ksa.test'])
    visitors.set(email, await signInAt(url, email))
})

const ask = async (
  visitor: BackOfficeVisitor,
  { method, url: address }: Target,
  fields = {},
  headers = {},
): Promise<number> => {
  const answer =
    method === 'GET'
      ? await visitor.get(address, headers)
      : await visitor.send(address, { form_token: tokenOf(visitor), ...fields }, headers)
  return answer.status
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await readEverything(service.database)
  await work()
  assert.equal(await readEverything(service.database), before)
}

test('the lists of pages and forms are not empty', () => {
  assert.ok(targets.filter(({ permission }) => permission !== undefined).length > 50)
})

test('without a session no page is shown and no form is accepted', async () => {
  await changesNothing(async () => {
    for (const { method, path } of guarded) {
      const response = await fetch(url + path.replaceAll(/:\w+/g, '0198c0de-0000-7000-8000-000000000000'), {
        method,
        redirect: 'manual',
      })
      const lead = response.headers.get('location') ?? ''
      if (method === 'POST') assert.equal(response.status, 403, path)
      else assert.deepEqual([response.status, lead.startsWith('/dashboard')], [303, true], path)
      assert.doesNotMatch(await response.text(), /Demo UAE/, path)
    }
  })
})

for (const stranger of ['admin@other.test', 'admin@ksa.test']) {
  test(`${stranger} finds nothing of another merchant, by page or by form`, async () => {
    await changesNothing(async () => {
      const visitor = visitors.get(stranger) ?? assert.fail()
      for (const target of targets.filter(({ hasId, permission }) => hasId && permission !== undefined)) {
        assert.equal(await ask(visitor, target), 404, `${target.method} ${target.url}`)
        assert.equal(await ask(visitor, target, { confirmed: 'yes' }), 404, `${target.method} ${target.url}`)
      }
    })
  })
}

test("ids of another merchant in a form's body are not found", async () => {
  const admin = visitors.get('admin@demo.test') ?? assert.fail()
  await admin.send('/dashboard/live/team/invite', {
    form_token: tokenOf(admin),
    email: 'new@demo.test',
    role: 'analyst',
  })
  const [invitation] = await service.database.query(`select id from invitations where email = 'new@demo.test'`)
  const [store] = await service.database.query(`select id from stores where merchant_code = 'demo_ae'`)
  const [person] = await service.database.query(`select id from persons where email = 'operator@demo.test'`)
  const secret = '0198c0de-0000-7000-8000-000000000000'
  const forms = [
    ['webhooks/signing/rotate', { store: String(store?.['id']), secret }],
    ['webhooks/signing/stop', { store: String(store?.['id']) }],
    ['webhooks', { store: String(store?.['id']), family: 'payment', url: 'https://hooks.other.example/x' }],
    ['team/role', { person: String(person?.['id']), role: 'admin' }],
    ['team/remove', { person: String(person?.['id']) }],
  ] as const
  await changesNothing(async () => {
    for (const stranger of ['admin@other.test', 'admin@ksa.test']) {
      const visitor = visitors.get(stranger) ?? assert.fail()
      const send = (mode: Mode, path: string, fields: Readonly<Record<string, string>>) =>
        visitor.send(`/dashboard/${mode}/${path}`, { form_token: tokenOf(visitor), confirmed: 'yes', ...fields })
      for (const mode of ['test', 'live'] as const) {
        for (const [path, fields] of forms) assert.equal((await send(mode, path, fields)).status, 404, path)
        // Answered as a concurrent change.
        const withdrawn = await send(mode, 'team/withdraw', { invitation: String(invitation?.['id']) })
        assert.equal(withdrawn.status, 409)
      }
    }
  })
})

test('objects of one mode do not exist in the other', async () => {
  await changesNothing(async () => {
    const visitor = visitors.get('admin@demo.test') ?? assert.fail()
    for (const target of targets.filter(({ hasId, permission }) => hasId && permission !== undefined)) {
      const other = target.mode === 'test' ? 'live' : 'test'
      const address = target.url.replace(`/dashboard/${target.mode}/`, `/dashboard/${other}/`)
      assert.equal(await ask(visitor, { ...target, url: address }), 404, `${target.method} ${address}`)
    }
  })
})

for (const role of roles) {
  test(`${role}: a missing permission answers 403 and changes nothing`, async () => {
    await changesNothing(async () => {
      const visitor = visitors.get(`${role}@demo.test`) ?? assert.fail()
      for (const target of targets) {
        const { method, mode, permission } = target
        if (permission === undefined) continue
        const may = hasPermission(role as Role, mode, permission)
        if (may && method === 'POST') continue
        const status = await ask(visitor, target)
        assert.equal(status === 403, !may, `${role} ${method} ${target.url}: ${status}`)
        assert.ok(status < 500, `${role} ${method} ${target.url}: ${status}`)
      }
    })
  })
}

test("a form with another session's token, without one, or from another site answers 403 and changes nothing", async () => {
  await changesNothing(async () => {
    const visitor = visitors.get('admin@demo.test') ?? assert.fail()
    const token = tokenOf(visitors.get('admin@other.test') ?? assert.fail())
    for (const target of targets.filter(({ method }) => method === 'POST')) {
      assert.equal(await ask(visitor, target, { form_token: token, confirmed: 'yes' }), 403, target.url)
      assert.equal(await ask(visitor, target, { form_token: '' }), 403, target.url)
      assert.equal(await ask(visitor, target, {}, { 'sec-fetch-site': 'cross-site' }), 403, target.url)
      assert.equal(await ask(visitor, target, {}, { origin: 'https://evil.example' }), 403, target.url)
    }
  })
})

test("the address of a form leads to its page, for example when the language is changed on a form's answer", async () => {
  const visitor = visitors.get('admin@demo.test') ?? assert.fail()
  const pages = new Set(
    targets
      .filter(({ method, permission }) => method === 'GET' && permission !== undefined)
      .map((target) => target.url),
  )
  for (const { url: address, method } of targets.filter((target) => !pages.has(target.url))) {
    if (method === 'POST') continue
    const { status, location } = await visitor.get(address)
    assert.deepEqual([status, pages.has(location)], [303, true], `${address} leads to ${location}`)
  }
})
