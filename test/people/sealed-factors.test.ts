import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openSecrets } from '../../src/platform/adapters/secrets.ts'
import { requireSecondFactors, resealSecondFactors } from '../../src/platform/people/second-factor/sealed-secrets.ts'
import { totpCode } from '../../src/platform/people/second-factor/totp.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const [old, current] = ['a'.repeat(64), 'b'.repeat(64)]
const service = await startTestService({ env: { SECRETS_KEY: old } })
after(() => service.close())
const { app } = service
const using = (...keys: [string, ...string[]]) => ({ ...app, secrets: openSecrets(keys[0], keys.slice(1)) })

test('second factor: encrypted at rest; a wrong key prevents the start; a new key re-encrypts it', async () => {
  await requireSecondFactors(using(current))
  const visitor = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  const form = await visitor.get('/support/me/second-factor')
  const secret = /class="letters">([^<]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? ''
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  await visitor.send('/support/me/second-factor', { enrolment, code: totpCode(secret, service.clock.now()) })
  const [row] = await service.database.query(
    'select sealed_totp_secret::text as sealed from agents where totp_step is not null',
  )
  const kept = Buffer.from(String(row?.['sealed']).slice(2), 'hex')
  assert.ok(kept.length > 50 && !kept.includes(secret))
  await requireSecondFactors(using(old))
  await assert.rejects(requireSecondFactors(using(current)), (error: Error) => {
    assert.ok(!/[ab]{20}/.test(error.message))
    return error.name === 'UnusableDatabase'
  })
  assert.equal(await resealSecondFactors(using(current, old)), 1)
  assert.equal(await resealSecondFactors(using(current, old)), 0)
  await requireSecondFactors(using(current))
  await assert.rejects(requireSecondFactors(using(old)), { name: 'UnusableDatabase' })
})
