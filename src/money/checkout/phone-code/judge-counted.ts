import type { App } from '../../../platform/app/app.ts'
import { codeTriesOf } from '../messages/message-quotas.ts'
import { countTry, uncountTry } from '../messages/tries.ts'
import type { CodeOutcome } from './phone-code.ts'

/**
 * Counts a try at a phone's code, then judges it; only wrong tries stay counted. Returns `too_many`, and judges nothing, after too many wrong
 * codes for the phone within a day, at any checkout or at the account (docs/contract/payment-page.md#codes).
 */
export async function judgeCounted(
  app: App,
  whose: { readonly isTest: boolean; readonly phone: string },
  judge: () => CodeOutcome,
): Promise<CodeOutcome | 'too_many'> {
  const quota = codeTriesOf(whose)
  if (quota === undefined) return judge()
  const counted = await countTry(app, quota)
  if (counted === undefined) return 'too_many'
  const outcome = judge()
  if (outcome === 'right' || outcome === 'too_old') await uncountTry(app, counted)
  return outcome
}
