import type { Currency } from '../../../platform/base/markets.ts'
import { countryOf } from '../../../platform/base/markets.ts'
import { formatsFor } from '../../../platform/ui/words/formats.ts'
import type { MessageText } from './message.ts'

type Lang = 'en' | 'ar'

/** The language and currency for amounts and dates. */
interface MessageLocale {
  readonly lang: Lang
  readonly currency: Currency
}

function formatsOf({ lang, currency }: MessageLocale) {
  const formats = formatsFor(lang, countryOf(currency))
  return {
    isArabic: lang === 'ar',
    money: (amountMinor: bigint) => formats.money(amountMinor, currency),
    date: formats.longDate,
  }
}

/** Returns a text. An amount (د.إ.) or a store's name may end in a full stop: then no second one follows. */
function message(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return strings.reduce((text, next, index) => {
    const filled = text + values[index - 1]
    return filled + (/\.\u200f?$/.test(filled) ? next.replace(/^\./, '') : next)
  })
}

/**
 * Returns the text three days before a due date. `needsCard`: the card is not charged any more, so the text announces
 * no charge.
 */
export function reminderText(
  locale: MessageLocale,
  due: { amountMinor: bigint; dueDate: string; lastFour: string; needsCard: boolean },
): MessageText {
  const { isArabic, money, date } = formatsOf(locale)
  const { lastFour } = due
  const [amount, on] = [money(due.amountMinor), date(due.dueDate)]
  if (due.needsCard) {
    return ({ storeName, link }) =>
      isArabic
        ? message`تذكير: يستحق ${amount} يوم ${on} عن مشترياتك من ${storeName}. لا يمكننا الخصم من بطاقتك المنتهية بـ ${lastFour}. ${nextInArabic(undefined, true)} ${link}`
        : message`Reminder: ${amount} is due on ${on} for ${storeName}. We cannot charge your card ending in ${lastFour}. ${nextInEnglish(undefined, true)} ${link}`
  }
  return ({ storeName, link }) =>
    isArabic
      ? message`تذكير: سنخصم ${amount} من بطاقتك المنتهية بـ ${lastFour} يوم ${on} عن مشترياتك من ${storeName}. ${link}`
      : message`Reminder: on ${on} we charge ${amount} to your card ending in ${lastFour} for ${storeName}. ${link}`
}

/** Returns the text about a charged later part. `owedMinor`: the amount left of the plan. */
export function collectedText(locale: MessageLocale, paid: { amountMinor: bigint; owedMinor: bigint }): MessageText {
  const { isArabic, money } = formatsOf(locale)
  const [amount, left] = [money(paid.amountMinor), money(paid.owedMinor)]
  if (paid.owedMinor <= 0n) {
    return ({ storeName, link }) =>
      isArabic
        ? message`استلمنا ${amount} عن مشترياتك من ${storeName}. لقد سددت كل شيء، شكرًا لك. ${link}`
        : message`We received ${amount} for ${storeName}. Everything is paid, thank you. ${link}`
  }
  return ({ storeName, link }) =>
    isArabic
      ? message`استلمنا ${amount} عن مشترياتك من ${storeName}. المتبقي ${left}. ${link}`
      : message`We received ${amount} for ${storeName}. ${left} is left to pay. ${link}`
}

/** Returns the text about a declined later part. `nextDate`: the next attempt. */
export function failedText(
  locale: MessageLocale,
  failed: { amountMinor: bigint; lastFour: string; nextDate: string | undefined; needsCard: boolean },
): MessageText {
  const { isArabic, money, date } = formatsOf(locale)
  const amount = money(failed.amountMinor)
  const next = failed.nextDate && date(failed.nextDate)
  return ({ storeName, link }) =>
    isArabic
      ? message`تعذّر خصم ${amount} من بطاقتك المنتهية بـ ${failed.lastFour} عن مشترياتك من ${storeName}. ${nextInArabic(next, failed.needsCard)} ${link}`
      : message`We could not charge ${amount} to your card ending in ${failed.lastFour} for ${storeName}. ${nextInEnglish(next, failed.needsCard)} ${link}`
}

function nextInEnglish(next: string | undefined, needsCard: boolean): string {
  if (needsCard) return 'Please give another card here:'
  return next === undefined ? 'Please pay here:' : `We try again on ${next}. You can also pay or change the card here:`
}

function nextInArabic(next: string | undefined, needsCard: boolean): string {
  if (needsCard) return 'أضف بطاقة أخرى من هنا:'
  return next === undefined ? 'ادفع من هنا:' : `سنحاول مجددًا يوم ${next}. يمكنك أيضًا الدفع أو تغيير البطاقة من هنا:`
}

/** Returns the text about a return to the card. */
export function returnedText(locale: MessageLocale, { amountMinor }: { amountMinor: bigint }): MessageText {
  const { isArabic, money } = formatsOf(locale)
  const amount = money(amountMinor)
  return ({ storeName, link }) =>
    isArabic
      ? message`سيعود ${amount} إلى بطاقتك من ${storeName}. قد يستغرق ظهوره بضعة أيام. ${link}`
      : message`${amount} from ${storeName} is on its way back to your card. It may take a few days to show. ${link}`
}
