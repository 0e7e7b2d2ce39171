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
 * Judges a typed code. The right one opens a session with a token that nobody had before, once: it works no second time, also at the same
 * moment. Every try is counted before it is judged, for the browser and for the phone; for the phone only wrong tries stay counted.
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
  // The phone is the one that the code was sent to: another tab may have changed the phone since this page was loaded.
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
