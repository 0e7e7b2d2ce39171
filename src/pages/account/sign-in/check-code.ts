import { randomBytes } from 'node:crypto'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { insertSession } from '../store/sessions.ts'
import { type CodeProblem, spendCode, tryCode } from './codes.ts'
import { hashOf } from './sessions.ts'
import { type AccountScope, signInRules } from './sign-in.ts'

/**
 * Checks a typed code. The right code opens one session with a fresh token, also if it is sent twice at once.
 * Counts every try before it is judged, per browser and per phone. Right tries are removed from the phone's count.
 */
export async function checkCode(
  app: App,
  scope: AccountScope,
  browserHash: Buffer,
  typed: string,
): Promise<{ readonly token: string } | CodeProblem> {
  const tried = await tryCode(app, scope, browserHash, typed)
  if (typeof tried !== 'object') return tried
  return (await spendCode(app, scope, browserHash, tried))
    ? { token: await openSession(app, scope, tried.phone) }
    : 'too_old'
}

async function openSession(app: App, { region, isTest }: AccountScope, phone: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = app.clock.now()
  const endsAt = now + signInRules.lifetimeMs
  const session = { merchantId: allMerchants, tokenHash: hashOf(token), region, isTest, phone, now, endsAt }
  await app.db.run(insertSession, session)
  return token
}
