import { type Currency, countryOf } from '../../../platform/base/markets.ts'
import { standardTerms } from '../../../platform/merchants/stores/plan-terms.ts'
import { formatsFor } from '../../../platform/ui/words/formats.ts'
import { serviceFeeOf } from '../../plans/service-fee.ts'
import type { QuotedPlan } from './quote.ts'

/**
 * Returns the sentence about a plan that shops show: what is paid today, then, and in all, with the fee. Undefined for
 * four equal monthly parts without a fee: the scripts have words for those.
 */
export function sayPlan(
  { terms, parts }: QuotedPlan,
  priceMinor: bigint,
  currency: Currency,
): { readonly en: string; readonly ar: string } | undefined {
  const { count, period, downPayment } = terms
  const feeMinor = serviceFeeOf(terms, priceMinor)
  const isUsual = count === standardTerms.count && period === standardTerms.period && downPayment === null
  if (isUsual && feeMinor === 0n) return undefined
  const say = (lang: 'en' | 'ar', words: Words): string => {
    const { money, number } = formatsFor(lang, countryOf(currency))
    const [today = 0n, each = 0n] = parts.map(({ amountMinor }) => amountMinor)
    const last = parts.at(-1)?.amountMinor ?? 0n
    const later = count === 2 ? words.once[period] : words.each[period]
    const equal = `${number(count - (last === each ? 1 : 2))} × ${money(each, currency)}`
    return later({
      ...{ today: money(today, currency), each: money(each, currency) },
      rest: last === each ? equal : words.and(equal, money(last, currency)),
      total: money(priceMinor + feeMinor, currency),
      fee: feeMinor === 0n ? words.free : words.fee(money(feeMinor, currency)),
    })
  }
  return { en: say('en', english), ar: say('ar', arabic) }
}

/** `each`: the only later part. `rest`: all later parts; the last one differs by what rounding leaves. */
type Say = (figures: Readonly<Record<'today' | 'each' | 'rest' | 'total' | 'fee', string>>) => string

interface Words {
  readonly each: Readonly<Record<'P1M' | 'P2W', Say>>
  readonly once: Readonly<Record<'P1M' | 'P2W', Say>>
  readonly and: (equal: string, last: string) => string
  readonly free: string
  readonly fee: (fee: string) => string
}

const english: Words = {
  each: {
    P1M: ({ today, rest, total, fee }) => `Pay ${today} today, then ${rest}, one a month: ${total} in all, ${fee}.`,
    P2W: ({ today, rest, total, fee }) => `Pay ${today} today, then ${rest}, two weeks apart: ${total} in all, ${fee}.`,
  },
  once: {
    P1M: ({ today, each, total, fee }) => `Pay ${today} today and ${each} in a month: ${total} in all, ${fee}.`,
    P2W: ({ today, each, total, fee }) => `Pay ${today} today and ${each} in two weeks: ${total} in all, ${fee}.`,
  },
  and: (equal, last) => `${equal} and ${last}`,
  free: 'no interest, no fees',
  fee: (fee) => `with a service fee of ${fee}, no interest`,
}

const arabic: Words = {
  each: {
    P1M: ({ today, rest, total, fee }) => `ادفع ${today} اليوم، ثم ${rest} كل شهر. المجموع ${total}، ${fee}.`,
    P2W: ({ today, rest, total, fee }) => `ادفع ${today} اليوم، ثم ${rest} كل أسبوعين. المجموع ${total}، ${fee}.`,
  },
  once: {
    P1M: ({ today, each, total, fee }) => `ادفع ${today} اليوم، ثم ${each} بعد شهر. المجموع ${total}، ${fee}.`,
    P2W: ({ today, each, total, fee }) => `ادفع ${today} اليوم، ثم ${each} بعد أسبوعين. المجموع ${total}، ${fee}.`,
  },
  and: (equal, last) => `${equal} و${last}`,
  free: 'بلا فوائد ولا رسوم',
  fee: (fee) => `منها رسم خدمة قدره ${fee}، بلا فوائد`,
}
