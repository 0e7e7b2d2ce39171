import { type Formats, formatsFor } from './formats.ts'
import type { Lang } from './lang.ts'

/** Texts of a page, and formats of amounts, dates and numbers, in one language and country. */
export interface Words<Texts = unknown> extends Formats {
  readonly lang: Lang
  readonly texts: SharedTexts & Texts
}

/** Returns the words of a page by language and country (ISO 3166): the shared texts and the page's own. */
export function wordsWith<Texts>(own: Readonly<Record<Lang, Texts>>): (lang: Lang, country: string) => Words<Texts> {
  const texts = { en: { ...en, ...own.en }, ar: { ...ar, ...own.ar } }
  return (lang, country) => ({ ...formatsFor(lang, country), lang, texts: texts[lang] })
}

const en = {
  brand: 'Qist',
  otherLanguage: 'العربية',
  otherLanguageLabel: 'العربية: show this page in Arabic',
  testMode: 'Test mode',
  testModeHint: 'No money moves.',
  working: 'Working',
  errorTitle: (title: string) => `Error: ${title}`,
  brokenTitle: 'Something went wrong on our side',
  busyTitle: 'One step at a time',
  busyLead: 'Too many requests came from here. Wait a moment, then try again.',
  overtakenTitle: 'It has changed meanwhile',
  overtakenLead:
    'Somebody else, or another window, has changed it, or is changing it just now. Look at it again, then try once more.',
  staleTitle: 'This page is out of date',
  staleLead: 'It was opened too long ago, or cookies are switched off. Open it again to go on.',
  cookiesTitle: 'Your browser sent a cookie twice',
  cookiesLead:
    'Another site may have set one of our cookies. For your safety nothing was done. Delete the cookies of this site, then try again.',
  forbiddenTitle: 'You may not do this',
  forbiddenLead: 'Nothing was changed.',
  tryAgain: 'Try again',
  openAgain: 'Open it again',
}

/** The texts of every page. A language with a missing text does not compile. */
type SharedTexts = typeof en

const ar: SharedTexts = {
  brand: 'قسط',
  otherLanguage: 'English',
  otherLanguageLabel: 'English: اعرض هذه الصفحة بالإنجليزية',
  testMode: 'وضع الاختبار',
  testModeHint: 'لا تُخصم أي أموال.',
  working: 'جارٍ التنفيذ',
  errorTitle: (title) => `خطأ: ${title}`,
  brokenTitle: 'حدث خطأ من جانبنا',
  busyTitle: 'خطوة خطوة',
  busyLead: 'وصلت طلبات كثيرة من هنا. انتظر لحظة ثم حاول مرة أخرى.',
  overtakenTitle: 'تغيّر في هذه الأثناء',
  overtakenLead: 'غيّره شخص آخر أو نافذة أخرى، أو يجري تغييره الآن. انظر إليه من جديد ثم حاول مرة أخرى.',
  staleTitle: 'هذه الصفحة قديمة',
  staleLead: 'فُتحت منذ وقت طويل، أو أن ملفات تعريف الارتباط معطّلة. افتحها من جديد للمتابعة.',
  cookiesTitle: 'أرسل متصفحك ملف تعريف ارتباط مرتين',
  cookiesLead:
    'ربما وضع موقع آخر أحد ملفات تعريف الارتباط الخاصة بنا. حفاظًا على سلامتك لم ننفّذ شيئًا. احذف ملفات تعريف الارتباط لهذا الموقع ثم حاول مرة أخرى.',
  forbiddenTitle: 'ليس لك أن تفعل هذا',
  forbiddenLead: 'لم يتغير شيء.',
  tryAgain: 'حاول مرة أخرى',
  openAgain: 'افتحها من جديد',
}
