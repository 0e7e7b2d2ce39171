// The words of snippets, of "Learn more", and of its page, in both languages. A test asserts that none is missing.

const en = {
  equal: 'Pay in {count} monthly payments of {amount}.',
  unequal: 'Pay in {count} monthly payments: {amount} each, and {last} for the last.',
  other: {
    month: 'Pay {amount} today, then {later} monthly payments of {each}.',
    monthUnequal: 'Pay {amount} today, then {later} monthly payments of {each}, and {last} for the last.',
    monthOnce: 'Pay {amount} today and {each} in a month.',
    weeks: 'Pay {amount} today, then {later} payments of {each}, two weeks apart.',
    weeksUnequal: 'Pay {amount} today, then {later} payments of {each}, two weeks apart, and {last} for the last.',
    weeksOnce: 'Pay {amount} today and {each} in two weeks.',
  },
  plain: 'Pay for your order in monthly payments.',
  from: 'Pay in monthly payments on orders from {amount}.',
  upTo: 'Pay in monthly payments on orders up to {amount}.',
  free: 'No interest, no fees.',
  fee: 'A service fee of {fee} is in it. No interest.',
  learnMore: 'Learn more',
  title: 'Pay in {count}',
  titleTwo: 'Pay in 2',
  titleMany: 'Pay in {count}',
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
  other: {
    month: 'ادفع {amount} اليوم، ثم {each} كل شهر، وعدد الدفعات {count}.',
    monthUnequal: 'ادفع {amount} اليوم، ثم {each} كل شهر (والأخيرة {last})، وعدد الدفعات {count}.',
    monthOnce: 'ادفع {amount} اليوم، ثم {each} بعد شهر.',
    weeks: 'ادفع {amount} اليوم، ثم {each} كل أسبوعين، وعدد الدفعات {count}.',
    weeksUnequal: 'ادفع {amount} اليوم، ثم {each} كل أسبوعين (والأخيرة {last})، وعدد الدفعات {count}.',
    weeksOnce: 'ادفع {amount} اليوم، ثم {each} بعد أسبوعين.',
  },
  plain: 'قسّم قيمة طلبك على دفعات شهرية.',
  from: 'للطلبات من {amount} فأكثر، يمكنك الدفع على دفعات شهرية.',
  upTo: 'للطلبات حتى {amount}، يمكنك الدفع على دفعات شهرية.',
  free: 'بلا فوائد ولا رسوم.',
  fee: 'منها رسم خدمة قدره {fee}، بلا فوائد.',
  learnMore: 'اعرف المزيد',
  title: 'قسّم الدفع على {count} دفعات',
  titleTwo: 'قسّم الدفع على دفعتين',
  titleMany: 'قسّم الدفع على {count} دفعة',
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

const countries = { AED: 'AE', SAR: 'SA', KWD: 'KW' }

/** Returns the formats of a language for a currency: as the payment page writes them. */
export function formatsFor(lang, currency) {
  const locale = lang === 'ar' ? `ar-${countries[currency] ?? 'AE'}` : 'en-AE'
  const numbers = (style) => {
    const format = new Intl.NumberFormat(locale, style)
    return (value) => format.format(value)
  }
  const dates = (style) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, day: 'numeric', calendar: 'gregory', timeZone: 'UTC' })
    return (day) => format.format(Date.parse(day))
  }
  const digits = currency === 'KWD' ? 3 : 2
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
  const [{ amount: each }] = plan.installments
  const { amount: last } = plan.installments.at(-1)
  const values = { count: count(plan.count), amount: money(plan.today), each: money(each), last: money(last) }
  // Four monthly parts, and others like them: only the last part differs from the others.
  if (plan.period === 'P1M' && plan.installments.length > 1 && each === plan.today) {
    return [last === plan.today ? words.equal : words.unequal, values]
  }
  const { other } = words
  const name = plan.period === 'P1M' ? 'month' : 'weeks'
  const later = count(plan.installments.length)
  if (plan.installments.length === 1) return [other[`${name}Once`], values]
  return [other[each === last ? name : `${name}Unequal`], { ...values, later }]
}

/**
 * Returns the title of the plan and its values; without a plan a title without a number.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function titleOf(lang, figures) {
  const words = texts[lang]
  const plan = figures?.plans[0]
  if (!plan) return [words.plainTitle]
  const text = plan.count === 2 ? words.titleTwo : plan.count > 10 ? words.titleMany : words.title
  return [text, { count: formatsFor(lang, figures.currency).count(plan.count) }]
}

/**
 * Returns the sentence about the whole price.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function totalOf(lang, { currency, price, plans }) {
  const total = Number(price) + Number(plans[0]?.service_fee ?? 0)
  return [texts[lang].total, { amount: formatsFor(lang, currency).money(total) }]
}

/**
 * Returns the sentence about what the plan costs; '' without a plan.
 *
 * @returns {[string, Record<string, string>?]}
 */
export function costOf(lang, figures) {
  const plan = figures?.plans[0]
  if (!plan) return ['']
  const fee = Number(plan.service_fee)
  return fee === 0 ? [texts[lang].free] : [texts[lang].fee, { fee: formatsFor(lang, figures.currency).money(fee) }]
}
