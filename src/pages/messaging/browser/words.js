// The words of snippets, of "Learn more", and of its page, in both languages. A test asserts that none is missing.

import { markets } from './markets.js'

const en = {
  equal: 'Pay in {count} monthly payments of {amount}.',
  unequal: 'Pay in {count} monthly payments: {amount} each, and {last} for the last.',
  plain: 'Pay for your order in monthly payments.',
  from: 'Pay in monthly payments on orders from {amount}.',
  upTo: 'Pay in monthly payments on orders up to {amount}.',
  free: 'No interest, no fees.',
  learnMore: 'Learn more',
  title: 'Pay in {count}',
  plainTitle: 'Pay in parts',
  total: '{amount} in all.',
  today: 'Today',
  payments: 'Your payments',
  partOf: 'Payment {index} of {count}: ',
  howTitle: 'How it works',
  how: [
    'Choose Qist at checkout.',
    'Confirm your mobile number and add a card.',
    'Pay the first part. We charge the later parts on their dates.',
  ],
  dates: 'The dates are those of an order that is placed today.',
  note: 'Checkout decides whether you can pay in parts.',
  close: 'Close',
  brand: 'Qist',
}

// An amount ends with a point in Arabic, so that no sentence ends with an amount.
const ar = {
  equal: 'قسّم المبلغ على {count} دفعات شهرية بقيمة {amount} لكل دفعة.',
  unequal: 'قسّم المبلغ على {count} دفعات شهرية بقيمة {amount} (والأخيرة {last}).',
  plain: 'قسّم قيمة طلبك على دفعات شهرية.',
  from: 'للطلبات من {amount} فأكثر، يمكنك الدفع على دفعات شهرية.',
  upTo: 'للطلبات حتى {amount}، يمكنك الدفع على دفعات شهرية.',
  free: 'بلا فوائد ولا رسوم.',
  learnMore: 'اعرف المزيد',
  title: 'قسّم الدفع على {count} دفعات',
  plainTitle: 'الدفع على دفعات',
  total: '{amount} في المجموع.',
  today: 'اليوم',
  payments: 'دفعاتك',
  partOf: 'الدفعة {index} من {count}: ',
  howTitle: 'كيف تدفع',
  how: [
    'اختر قسط عند إتمام الشراء.',
    'أكّد رقم جوالك وأضف بطاقتك.',
    'ادفع الدفعة الأولى، ونخصم باقي الدفعات في مواعيدها.',
  ],
  dates: 'هذه مواعيد طلب يتم اليوم.',
  note: 'عند إتمام الشراء يتضح إن كان الدفع على دفعات متاحًا لك.',
  close: 'إغلاق',
  brand: 'قسط',
}

export const texts = { en, ar }

/** Returns the formats of a language for a currency: as the payment page writes them. */
export function formatsFor(lang, currency) {
  const locale = lang === 'ar' ? `ar-${markets[currency]?.country ?? 'AE'}` : 'en-AE'
  const numbers = (style) => {
    const format = new Intl.NumberFormat(locale, style)
    return (value) => format.format(value)
  }
  const dates = (style) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, day: 'numeric', calendar: 'gregory', timeZone: 'UTC' })
    return (day) => format.format(Date.parse(day))
  }
  const digits = markets[currency]?.decimals ?? 2
  return {
    money: (amount) => numbers({ style: 'currency', currency })(amount),
    bare: numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
    count: numbers({}),
    shortDate: dates({ month: 'short' }),
    longDate: dates({ month: 'long', year: 'numeric' }),
  }
}

/**
 * Returns the sentence of a price and its values: what the figures say, or nothing about amounts.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function sentenceOf(lang, figures) {
  const words = texts[lang]
  if (!figures) return [words.plain]
  const { price, currency, plans, min_amount, max_amount } = figures
  const { money, count } = formatsFor(lang, currency)
  const [plan] = plans
  if (!plan) {
    return Number(price) < Number(min_amount)
      ? [words.from, { amount: money(min_amount) }]
      : [words.upTo, { amount: money(max_amount) }]
  }
  // The service words every plan but four equal monthly parts.
  if (plan.sentence) return [plan.sentence[lang]]
  // Only the last part differs from the others.
  const { amount: last } = plan.installments.at(-1)
  const text = last === plan.today ? words.equal : words.unequal
  return [text, { count: count(plan.count), amount: money(plan.today), last: money(last) }]
}

/**
 * Returns the sentence about the whole price.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function totalOf(lang, { currency, price, plans }) {
  // The sentence of another plan has its total.
  const sentence = plans[0]?.sentence
  if (sentence) return [sentence[lang]]
  return [texts[lang].total, { amount: formatsFor(lang, currency).money(price) }]
}

/**
 * Returns the sentence that the plan costs nothing; '' where this is not true.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function costOf(lang, figures) {
  const plan = figures?.plans[0]
  return [plan && !plan.sentence ? texts[lang].free : '']
}
