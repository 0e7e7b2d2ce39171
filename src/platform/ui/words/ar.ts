import type { SharedTexts } from './en.ts'

export const ar: SharedTexts = {
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
