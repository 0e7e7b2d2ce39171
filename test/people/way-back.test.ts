import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const url = service.urls.uae
const id = '0193b0c0-0000-7000-8000-000000000000'

test('the address of a form leads to the nearest page above, with its query', async () => {
  const [merchant, agent] = [
    await signInAt(url, 'admin@demo.test'),
    await signInAt(url, 'agent@support.test', 'support'),
  ]
  for (const [visitor, form, page] of [
    [
      merchant,
      `/dashboard/test/payments/${id}/refund?from=%2Fa%3Fstatus%3DNEW`,
      `/dashboard/test/payments/${id}?from=%2Fa%3Fstatus%3DNEW`,
    ],
    [
      merchant,
      '/dashboard/test/payments/capture?status=AUTHORIZED&q=a+b',
      '/dashboard/test/payments?status=AUTHORIZED&q=a+b',
    ],
    [merchant, '/dashboard/me/second-factor/remove', '/dashboard/me/second-factor'],
    // The nearest address above belongs to another form.
    [merchant, '/dashboard/test/settings/logo/remove', '/dashboard/test/settings'],
    [merchant, '/dashboard/me/sessions?lang=ar', '/dashboard/me?lang=ar'],
    [merchant, '/dashboard/prove', '/dashboard'],
    [agent, `/support/payments/${id}/notifications/${id}/resend?x=1`, `/support/payments/${id}?x=1`],
    [agent, '/support/prove', '/support'],
  ] as const) {
    const { status, location } = await visitor.get(form)
    assert.deepEqual([status, location], [303, page], form)
  }
})

test('signed in: an address with a trailing slash redirects to the one without', async () => {
  const [merchant, agent] = [
    await signInAt(url, 'admin@demo.test'),
    await signInAt(url, 'agent@support.test', 'support'),
  ]
  for (const [visitor, address, plain] of [
    [merchant, '/dashboard/', '/dashboard'],
    [merchant, '/dashboard/me/', '/dashboard/me'],
    [merchant, '/dashboard/test/payments/?status=NEW&q=a/', '/dashboard/test/payments?status=NEW&q=a/'],
    [merchant, `/dashboard/live/payments/${id}//`, `/dashboard/live/payments/${id}`],
    [agent, '/support/', '/support'],
    [agent, '/support/activity/', '/support/activity'],
  ] as const) {
    const { status, location } = await visitor.get(address)
    assert.deepEqual([status, location], [303, plain], address)
  }
  assert.match((await newBackOfficeVisitor(url).get('/dashboard/me/')).location, /sign-in\?next=/)
})
