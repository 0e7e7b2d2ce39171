/** What the pages of the dashboard are called. */
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
  searchLabel: 'Order, phone, e-mail or id',
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
  searchLabel: 'رقم الطلب أو الهاتف أو البريد أو المعرّف',
  bandHint: 'لا تتحرك أي أموال هنا.',
}
