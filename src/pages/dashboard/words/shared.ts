/** The names of the dashboard's pages. */
export const navigationEn = {
  home: 'Home',
  payments: 'Payments',
  links: 'Payment links',
  disputes: 'Disputes',
  settlements: 'Settlements',
  payouts: 'Payouts',
  webhooks: 'Webhooks',
  keys: 'Keys',
  developers: 'Developers',
  team: 'Team',
  activity: 'Activity',
  settings: 'Settings',
  searchLabel: 'Order, phone, e-mail, amount or id',
  bandHint: 'No money moves here.',
}

export const navigationAr: typeof navigationEn = {
  home: 'الرئيسية',
  payments: 'المدفوعات',
  links: 'روابط الدفع',
  disputes: 'النزاعات',
  settlements: 'التسويات',
  payouts: 'التحويلات',
  webhooks: 'الإشعارات البرمجية',
  keys: 'المفاتيح',
  developers: 'المطورون',
  team: 'الفريق',
  activity: 'السجل',
  settings: 'الإعدادات',
  searchLabel: 'رقم الطلب أو الهاتف أو البريد أو المبلغ أو المعرّف',
  bandHint: 'لا تتحرك أي أموال هنا.',
}

/** Texts that several lists and forms of the dashboard share. */
export const listsEn = {
  nothingFound: 'Nothing matches',
  inAll: (count: string) => `${count} in all`,
  daysFrom: 'From day',
  daysTo: 'To day',
  storeField: 'Store',
  allStores: 'All stores',
  wrongDay: 'Type a day as 2026-11-21.',
  wrongOrder: 'This ends before it begins.',
  statusColumn: 'Status',
  wrongText: 'This cannot be kept. Type it anew.',
  byClock: {
    shop: (shop: string, real: string) =>
      `They are by your shop's clock, which was advanced and shows ${shop}. The real time is ${real}.`,
    real: (shop: string, real: string) =>
      `They are real times: it is ${real}. Your shop's clock was advanced, and shows ${shop}.`,
    both: (shop: string, real: string) =>
      `Events have the time of your shop's clock, which was advanced and shows ${shop}. Tries have the real time: it is ${real}.`,
  },
}

export const listsAr: typeof listsEn = {
  nothingFound: 'لا نتائج',
  inAll: (count) => `العدد: ${count}`,
  daysFrom: 'من يوم',
  daysTo: 'إلى يوم',
  storeField: 'المتجر',
  allStores: 'كل المتاجر',
  wrongDay: 'اكتب اليوم هكذا: 2026-11-21.',
  wrongOrder: 'النهاية قبل البداية.',
  statusColumn: 'الحالة',
  wrongText: 'لا يمكن حفظ هذا. اكتبه من جديد.',
  byClock: {
    shop: (shop, real) => `وهي بحسب ساعة متجرك التي قُدِّمت وتشير الآن إلى ${shop}. والوقت الحقيقي ${real}.`,
    real: (shop, real) => `وهي أوقات حقيقية، والساعة الآن ${real}. أما ساعة متجرك فقد قُدِّمت وتشير إلى ${shop}.`,
    both: (shop, real) =>
      `أوقات الأحداث بحسب ساعة متجرك التي قُدِّمت وتشير الآن إلى ${shop}. وأوقات المحاولات حقيقية، والساعة الآن ${real}.`,
  },
}
