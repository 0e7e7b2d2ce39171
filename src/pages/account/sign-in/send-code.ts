import { countMessage } from '../../../money/checkout/messages/quota-counts.ts'
import { codeRules, hashCode, newCode, secondsToResend } from '../../../money/checkout/phone-code/phone-code.ts'
import type { App } from '../../../platform/app/app.ts'
import { allMerchants, newSecretId } from '../../../platform/base/ids.ts'
import { isReachable } from '../../../platform/base/phone.ts'
import { minute } from '../../../platform/base/times.ts'
import type { Lang } from '../../../platform/ui/words/lang.ts'
import { saveSignIn } from '../store/sign-ins.ts'
import { type AccountScope, type SignIn, signInRules, triesLeftOf } from './sign-in.ts'

/**
 * `wait`: too early. `busy`: too many messages. `wrong`: a country without messages. `locked`: the sign-in must start
 * again.
 */
type SendOutcome = 'sent' | 'wait' | 'busy' | 'wrong' | 'locked'

type CodePurpose = 'sign_in' | 'new_phone'

interface CodeRequest {
  readonly browserHash: Buffer
  /** The browser's current sign-in. */
  readonly signIn: SignIn | undefined
  /** E.164. */
  readonly phone: string
  readonly lang: Lang
  /** The network address that the rate limits count. */
  readonly address: string
  /** What the code is for; default: to sign in. */
  readonly purpose?: CodePurpose
}

/**
 * Sends a code to the phone. The browser's previous code becomes invalid.
 * The answer does not depend on purchases, so that it does not reveal who is a customer.
 * The pause applies to the same phone only: a mistyped number can be corrected at once.
 */
export async function sendCode(app: App, scope: AccountScope, request: CodeRequest): Promise<SendOutcome> {
  const { browserHash, signIn, phone, lang, address, purpose = 'sign_in' } = request
  const { region, isTest } = scope
  const now = app.clock.now()
  if (!isReachable(phone, app.config.messageCountries)) return 'wrong'
  const pause = signIn === undefined ? 0 : secondsToResend(signIn, now)
  if (pause === undefined || (signIn !== undefined && triesLeftOf(signIn) === 0)) return 'locked'
  if (pause > 0 && phone === signIn?.phone) return 'wait'
  if ((await countMessage(app, { merchantId: null, isTest, phone, address })) !== undefined) return 'busy'
  const id = newSecretId()
  const code = newCode(isTest)
  const previousSends = signIn?.sends ?? 0
  const saved = await app.db.run(saveSignIn, {
    merchantId: allMerchants,
    region,
    isTest,
    browserHash,
    id,
    phone,
    codeHash: hashCode(code, id),
    now,
    sends: previousSends + 1,
    tries: signIn?.tries ?? 0,
    keptUntil: now + signInRules.startsAnewAfterMs,
    expectedSends: previousSends,
  })
  if (saved.length === 0) return 'wait'
  const messenger = isTest ? app.messengers.test : app.messengers.live
  const message = {
    merchantId: allMerchants,
    to: phone,
    text: codeMessage(lang, code, purpose),
    about: id,
    isTest,
    at: now,
  }
  await messenger.send({ ...message, kind: 'code' }).catch((error: unknown) => {
    app.log.error({ sign_in_id: id, reason: error instanceof Error ? error.message : 'unknown' }, 'code not sent')
    throw error
  })
  return 'sent'
}

/** Returns the text message with a code. The code comes first, where phones look for it. */
function codeMessage(lang: Lang, code: string, purpose: CodePurpose): string {
  const minutes = codeRules.lifetimeMs / minute
  if (purpose === 'new_phone') {
    return lang === 'ar'
      ? `${code} هو رمزك لتغيير رقم جوالك في قسط. صالح لمدة ${minutes} دقائق. لا تشاركه مع أحد.`
      : `${code} is your code to change your phone number with Qist. It is good for ${minutes} minutes. Share it with nobody.`
  }
  return lang === 'ar'
    ? `${code} هو رمزك للدخول إلى مشترياتك في قسط. صالح لمدة ${minutes} دقائق. لا تشاركه مع أحد.`
    : `${code} is your code to see your purchases with Qist. It is good for ${minutes} minutes. Share it with nobody.`
}
