import { codeRules } from '../../../money/checkout/phone-code/phone-code.ts'
import { minute } from '../../../platform/base/times.ts'
import type { Lang } from '../../../platform/ui/words/lang.ts'

/** The text message with a code. The code comes first, where phones look for it. */
export function codeMessage(lang: Lang, code: string): string {
  const minutes = codeRules.lifetimeMs / minute
  return lang === 'ar'
    ? `${code} هو رمزك للدخول إلى مشترياتك في قسط. صالح لمدة ${minutes} دقائق. لا تشاركه مع أحد.`
    : `${code} is your code to see your purchases with Qist. It is good for ${minutes} minutes. Share it with nobody.`
}
