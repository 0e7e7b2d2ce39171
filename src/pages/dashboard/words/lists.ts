/** What several lists and forms of the dashboard say. */
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
}
