import type { Currency } from '../../base/money.ts'
import { formatsFor } from '../../ui/words/formats.ts'
import { countryOf } from '../country-of.ts'
import type { MessageText } from './message.ts'

type Lang = 'en' | 'ar'

interface Sum {
  readonly amountMinor: bigint
  readonly currency: Currency
}

interface Told {
  readonly lang: Lang
  readonly currency: Currency
}

function say({ lang, currency }: Told) {
  const formats = formatsFor(lang, countryOf(currency))
  return {
    isArabic: lang === 'ar',
    money: (amountMinor: bigint) => formats.money(amountMinor, currency),
    date: formats.longDate,
  }
}

/** Three days before a due date. `needsCard`: the card is not charged any more, so nothing is promised of it. */
export function reminderText(
  to: Told,
  due: { amountMinor: bigint; dueDate: string; lastFour: string; needsCard: boolean },
): MessageText {
  const { isArabic, money, date } = say(to)
  const { lastFour } = due
  const [amount, on] = [money(due.amountMinor), date(due.dueDate)]
  if (due.needsCard) {
    return ({ storeName, link }) =>
      isArabic
        ? `تذكير: يستحق ${amount} يوم ${on} عن مشترياتك من ${storeName}. لا يمكننا الخصم من بطاقتك المنتهية بـ ${lastFour}. ${nextInArabic(undefined, true)} ${link}`
        : `Reminder: ${amount} is due on ${on} for ${storeName}. We cannot charge your card ending in ${lastFour}. ${nextInEnglish(undefined, true)} ${link}`
  }
  return ({ storeName, link }) =>
    isArabic
      ? `تذكير: سنخصم ${amount} من بطاقتك المنتهية بـ ${lastFour} يوم ${on} عن مشترياتك من ${storeName}. ${link}`
      : `Reminder: on ${on} we charge ${amount} to your card ending in ${lastFour} for ${storeName}. ${link}`
}

/** A later part was charged. `owedMinor`: what is left of the plan. */
export function collectedText(to: Told, paid: { amountMinor: bigint; owedMinor: bigint }): MessageText {
  const { isArabic, money } = say(to)
  const [amount, left] = [money(paid.amountMinor), money(paid.owedMinor)]
  if (paid.owedMinor <= 0n) {
    return ({ storeName, link }) =>
      isArabic
        ? `استلمنا ${amount} عن مشترياتك من ${storeName}. لقد سددت كل شيء، شكرًا لك. ${link}`
        : `We received ${amount} for ${storeName}. Everything is paid, thank you. ${link}`
  }
  return ({ storeName, link }) =>
    isArabic
      ? `استلمنا ${amount} عن مشترياتك من ${storeName}. المتبقي ${left}. ${link}`
      : `We received ${amount} for ${storeName}. ${left} is left to pay. ${link}`
}

/** A later part could not be charged. `nextDate`: when it is tried again by itself. */
export function failedText(
  to: Told,
  failed: { amountMinor: bigint; lastFour: string; nextDate: string | undefined; needsCard: boolean },
): MessageText {
  const { isArabic, money, date } = say(to)
  const amount = money(failed.amountMinor)
  const next = failed.nextDate && date(failed.nextDate)
  return ({ storeName, link }) =>
    isArabic
      ? `تعذّر خصم ${amount} من بطاقتك المنتهية بـ ${failed.lastFour} عن مشترياتك من ${storeName}. ${nextInArabic(next, failed.needsCard)} ${link}`
      : `We could not charge ${amount} to your card ending in ${failed.lastFour} for ${storeName}. ${nextInEnglish(next, failed.needsCard)} ${link}`
}

function nextInEnglish(next: string | undefined, needsCard: boolean): string {
  if (needsCard) return 'Please give another card here:'
  return next === undefined ? 'Please pay here:' : `We try again on ${next}. You can also pay or change the card here:`
}

function nextInArabic(next: string | undefined, needsCard: boolean): string {
  if (needsCard) return 'أضف بطاقة أخرى من هنا:'
  return next === undefined ? 'ادفع من هنا:' : `سنحاول مجددًا يوم ${next}. يمكنك أيضًا الدفع أو تغيير البطاقة من هنا:`
}

/** Money goes back to the card. */
export function returnedText(to: Told, { amountMinor }: Pick<Sum, 'amountMinor'>): MessageText {
  const { isArabic, money } = say(to)
  const amount = money(amountMinor)
  return ({ storeName, link }) =>
    isArabic
      ? `سيعود ${amount} إلى بطاقتك من ${storeName}. قد يستغرق ظهوره بضعة أيام. ${link}`
      : `${amount} from ${storeName} is on its way back to your card. It may take a few days to show. ${link}`
}
