import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBackOfficeVisitor } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'
import { openIdentityProvider } from './identity-provider.ts'

test('single sign-on: an ID token that is signed with an unpublished key is refused', async () => {
  const impostor = await openIdentityProvider({ isKeyWrong: true })
  const misled = await startTestService({
    env: { SSO_ISSUER: impostor.issuer, SSO_CLIENT_ID: impostor.clientId, SSO_CLIENT_SECRET: impostor.clientSecret },
  })
  try {
    await impostor.open([`${misled.urls.uae}/dashboard/sso/callback`])
    const visitor = newBackOfficeVisitor(misled.urls.uae)
    const { location } = await visitor.get('/dashboard/sso')
    const back = await impostor.signIn(location, 'admin@demo.test')
    const { status, text } = await visitor.get(back.slice(misled.urls.uae.length))
    assert.deepEqual(
      [status, /did not say who you are/.test(text), (await visitor.get('/dashboard/me')).status],
      [422, true, 303],
    )
  } finally {
    await misled.close()
    await impostor.close()
  }
})
