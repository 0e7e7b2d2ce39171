import type { searchEn } from './en.ts'

export const searchAr: typeof searchEn = {
  searchTitle: 'البحث',
  searchLabel: 'دفعة أو طلب أو هاتف أو نزاع',
  nothingFound: 'لم يُعثر على شيء',
  nothingFoundLead: 'اكتب معرّف الدفعة أو النزاع كاملًا، أو رقم الطلب، أو الهاتف مع رمز الدولة.',
  foundCaption: 'طلبات بهذا الرقم',
  searchIsPartial:
    'لا يعثر البحث بالرقم أو بالهاتف على كل الطلبات القديمة بعد: حُدّثت الخدمة وما زالت تُعِدّ بحثها. ما لا يظهر هنا قد يكون موجوداً.',
  asPhone: 'ابحث عنه كهاتف',
}
