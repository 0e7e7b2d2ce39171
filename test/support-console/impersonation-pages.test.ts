import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sections } from '../../src/pages/dashboard/sections.ts'
import { hasPermission, type Mode } from '../../src/platform/people/roles.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { type Objects, objectsOf } from '../dashboard/objects.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { assertHidden, buyer } from './buyer.ts'

let api: TestApi
let objects: Objects
let agent: BackOfficeVisitor
let base: string
before(async () => {
  api = await openTestApi()
  objects = await objectsOf(api, buyer)
  const [store] = await api.service.database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
  agent = await signInAt(api.service.urls.uae, 'agent@support.test', 'support')
  const merchant = `/support/merchants/${store?.['merchant_id']}`
  base = `${merchant}/dashboard`
  await agent.get(merchant)
  assert.equal((await agent.send(`${merchant}/look`, { reason: 'Ticket 9' })).status, 303)
})
after(() => api.close())

const all = sections.flatMap(({ pages }) => pages)

/** The address of a page, with the mode's object of its kind. */
function addressOf(mode: Mode, path: string): string {
  const object = objects[mode][path.split('/')[1] ?? '']
  const below = path.replace(/:(\w+)/g, (_, name) => object?.[name] ?? assert.fail(`no ${name} for ${path}`))
  return `${base}/${mode}${below}`
}

for (const mode of ['test', 'live'] as const) {
  test(`impersonation view: every page of ${mode} mode for analysts exists, has no working form, and does not name the buyer`, async () => {
    const shown = all.filter(
      ({ isFile, isRehearsal, permission }) => !isFile && !isRehearsal && hasPermission('analyst', mode, permission),
    )
    assert.ok(shown.length >= 15, `${shown.length}`)
    for (const { path } of shown) {
      const page = await agent.get(addressOf(mode, path))
      // Test mode has no disputes.
      const isThere = mode === 'live' || path !== '/disputes/:id'
      assert.equal(page.status, isThere ? 200 : 404, path)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
      if (isThere) assert.doesNotMatch(page.text, /method="post"|form_token/, path)
      assertHidden(page.text, `${mode} ${path}`)
      assert.doesNotMatch(page.text, /href="\/dashboard/, path)
    }
  })
}

test('impersonation view: pages that analysts may not see, downloads and developer pages do not exist', async () => {
  for (const { path, isFile, isRehearsal, permission } of all) {
    if (!isFile && !isRehearsal && hasPermission('analyst', 'live', permission)) continue
    const page = await agent.get(addressOf('live', path))
    assert.equal(page.status, isRehearsal ? 404 : 403, `${path} ${isFile} ${permission}`)
  }
})
