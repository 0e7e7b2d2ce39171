import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { startTestService } from '../support/service.ts'
import { answerTo, ceremonyIn, localhostRules, openPasskeyPage, passkeyUrlOf } from './authenticator.ts'

const service = await startTestService()
const browser = await openBrowser(localhostRules)
after(async () => {
  await browser.close()
  await service.close()
})

test('a passkey proves the person in place of the password only if the authenticator has checked the person', async () => {
  const url = service.urls.uae
  const device = await openPasskeyPage(browser)
  await device.page.goto(`${passkeyUrlOf(url)}/dashboard/sign-in`)
  const visitor = await signInAt(url, 'admin@demo.test')
  const next = '/dashboard/me/passkeys/new'
  const passkey = await answerTo(device, ceremonyIn((await visitor.get(next)).text))
  assert.equal((await visitor.send(next, { name: 'Device', passkey })).status, 200)

  const prove = async (isChecked: boolean) => {
    await device.cdp.send('WebAuthn.setUserVerified', {
      ...{ authenticatorId: device.authenticatorId, isUserVerified: isChecked },
    })
    const ceremony = ceremonyIn((await visitor.get(next)).text)
    assert.match(ceremony, /"userVerification":"required"/)
    const changes = isChecked ? {} : { userVerification: 'discouraged' }
    return visitor.send('/dashboard/prove', { next, proof_passkey: await answerTo(device, ceremony, changes) })
  }
  service.clock.advance(sessionRules.provedMs)
  assert.equal((await prove(false)).status, 422)
  const proved = await prove(true)
  assert.deepEqual([proved.status, proved.location], [303, next])
  assert.match((await visitor.get(next)).text, /name="passkey"/)
})
