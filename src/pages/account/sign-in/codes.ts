import { judgeTry } from '../../../money/checkout/phone-code/code-tries.ts'
import { codeRules, judgeCode } from '../../../money/checkout/phone-code/phone-code.ts'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { takeTry, useCode } from '../store/sign-ins.ts'
import type { AccountScope } from './sign-in.ts'

/** `locked`: too many tries in this browser. `too_many`: too many wrong codes for the phone. */
export type CodeProblem = 'wrong' | 'too_old' | 'locked' | 'too_many'

/** A right code that was not used yet. */
export interface RightCode {
  readonly codeHash: Buffer
  /** E.164. */
  readonly phone: string
}

/**
 * Judges a typed code, and does not use it yet. Counts every try before it is judged, per browser and per phone. Right
 * tries are removed from the phone's count.
 */
export async function tryCode(
  app: App,
  { region, isTest }: AccountScope,
  browserHash: Buffer,
  typed: string,
): Promise<RightCode | CodeProblem> {
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
  return outcome === 'right' ? { codeHash, phone } : outcome
}

/** Uses a right code. Returns false if it was used meanwhile: a code is good for one thing. */
export async function spendCode(
  app: App,
  { region, isTest }: AccountScope,
  browserHash: Buffer,
  { codeHash }: RightCode,
): Promise<boolean> {
  const key = { merchantId: allMerchants, region, isTest, browserHash }
  return (await app.db.run(useCode, { ...key, codeHash })).length > 0
}
