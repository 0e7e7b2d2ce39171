import { randomBytes } from 'node:crypto'
import { judgeTry } from '../../../money/checkout/phone-code/code-tries.ts'
import { codeRules, judgeCode } from '../../../money/checkout/phone-code/phone-code.ts'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { insertSession } from '../store/sessions.ts'
import { takeTry, useCode } from '../store/sign-ins.ts'
import { hashOf } from './sessions.ts'
import { type AccountScope, signInRules } from './sign-in.ts'

/** `locked`: too many tries in this browser. `too_many`: too many wrong codes for the phone. */
type CodeAnswer = { readonly token: string } | 'wrong' | 'too_old' | 'locked' | 'too_many'

/**
 * Checks a typed code. The right code opens one session with a fresh token, also if it is sent twice at once.
 * Counts every try before it is judged, per browser and per phone. Right tries are removed from the phone's count.
 */
export async function checkCode(
  app: App,
  { region, isTest }: AccountScope,
  browserHash: Buffer,
  typed: string,
): Promise<CodeAnswer> {
  const key = { merchantId: allMerchants, region, isTest, browserHash }
  const now = app.clock.now()
  const [row] = await app.db.run(takeTry, { ...key, most: codeRules.tries, now })
  if (row === undefined) return 'locked'
  const { id, phone, code_hash: codeHash, sent_at: sentAt, sends, tries } = row
  // Use the phone of the stored code: another tab may have changed the phone since this page was loaded.
  const outcome = await judgeTry(app, { isTest, phone }, () =>
    judgeCode({ hash: codeHash, sentAt, sends, wrongTries: tries - 1 }, typed, id, now),
  )
  if (outcome === 'last_wrong') return 'locked'
  if (outcome !== 'right') return outcome
  const [used] = await app.db.run(useCode, { ...key, codeHash })
  return used === undefined ? 'too_old' : { token: await openSession(app, { region, isTest }, used.phone) }
}

async function openSession(app: App, { region, isTest }: AccountScope, phone: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = app.clock.now()
  const endsAt = now + signInRules.lifetimeMs
  const session = { merchantId: allMerchants, tokenHash: hashOf(token), region, isTest, phone, now, endsAt }
  await app.db.run(insertSession, session)
  return token
}
