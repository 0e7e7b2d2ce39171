import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { typeUnstorable } from '../pages/shown-forms.ts'
import { openTestApi } from '../support/api.ts'
import { objectsOf } from './objects.ts'

const api = await openTestApi()
after(() => api.close())
const objects = await objectsOf(api)
const admin = await signInAt(api.service.urls.uae, 'admin@demo.test')

test('no form of any page fails on a text that the database cannot store', async () => {
  const pages = (await listBackOfficeRoutes(api.service.app, 'dashboard')).filter(({ method }) => method === 'GET')
  const addresses = pages.map(({ path }) => {
    const [, , mode = '', kind = ''] = path.split('/')
    const ids = mode === 'test' || mode === 'live' ? objects[mode][kind] : undefined
    return path.replace(/:(\w+)/g, (_, name) => ids?.[name] ?? assert.fail(path))
  })
  const { tried, failed } = await typeUnstorable(admin, addresses)
  assert.deepEqual(failed, [])
  assert.ok(tried.size > 60, String(tried.size))
})

test('the sign-in and addresses do not fail on such a text', async () => {
  const { failed } = await typeUnstorable(await signInAt(api.service.urls.uae, 'analyst@demo.test'), ['/dashboard/me'])
  assert.deepEqual(failed, [])
  for (const path of ['payments?q=a%00b', 'activity?email=%00', 'payments?merchant_code=%ED%A0%80', 'links?q=%00'])
    assert.equal((await admin.get(`/dashboard/live/${path}`)).status, 200, path)
})
