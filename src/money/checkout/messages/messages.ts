import { minute } from '../../../platform/base/times.ts'
import { codeRules } from '../phone-code/phone-code.ts'
import type { Session } from '../sessions/session.ts'

/** Returns the text message with a code, in the session's language. The code comes first, where phones detect it. */
export function codeMessage(session: Pick<Session, 'lang' | 'storeName'>, code: string): string {
  const minutes = codeRules.lifetimeMs / minute
  return session.lang === 'ar'
    ? `${code} هو رمزك للدفع إلى ${session.storeName}. صالح لمدة ${minutes} دقائق. لا تشاركه مع أحد.`
    : `${code} is your code to pay ${session.storeName}. It is good for ${minutes} minutes. Share it with nobody.`
}

/** Returns the text message with the payment page's address. */
export function linkMessage(session: Pick<Session, 'lang' | 'storeName'>, link: string): string {
  return session.lang === 'ar'
    ? `أكمل الدفع إلى ${session.storeName}: ${link}`
    : `Complete your payment to ${session.storeName}: ${link}`
}
