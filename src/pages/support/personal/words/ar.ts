import type { personalEn } from './en.ts'

export const personalAr: typeof personalEn = {
  customerPanel: 'العميل',
  customerName: 'الاسم',
  customerEmail: 'البريد الإلكتروني',
  customerPhone: 'الهاتف',
  allOfCustomer: 'كل ما يخص هذا العميل',
  closedLead: 'يظهر الاسم والبريد والهاتف والطلب والنصوص والملفات بعد أن تذكر سبب حاجتك إليها. ويُسجَّل ذلك.',
  reasonLabel: 'لماذا تحتاج إليها؟',
  reasonHint: 'بكلمات قليلة: رقم التذكرة أو ما طُلب منك.',
  reasonMissing: 'اذكر سبب حاجتك إليها.',
  openCase: 'أظهر العميل',
}
