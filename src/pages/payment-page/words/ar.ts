import { customerAr } from '../../../platform/ui/customer/ar.ts'
import { isolated } from '../../../platform/ui/words/bidi.ts'
import type { Texts } from './en.ts'

export const ar: Texts = {
  ...customerAr,
  skip: 'انتقل إلى الدفع',
  pageTitle: (title, store) => `${title} · ${isolated(store)}`,
  dueToday: 'تدفع اليوم',
  planTitle: 'قسّم الدفع على أربع دفعات',
  planLead: (today) => `${today} اليوم، ثم دفعة واحدة كل شهر.`,
  planLabel: 'دفعاتك الأربع',
  noFees: (total) => `أربع دفعات مجموعها ${total} بلا فوائد ولا رسوم.`,
  items: (count, shown) => `طلبك: ${arabicItems(count, shown)}`,
  quantity: (count) => `${count} ×`,
  phoneHint: 'نرسل إليك رمزًا في رسالة نصية لنتأكد من هويتك.',
  cardLead: (today) => `نخصم ${today} اليوم، وباقي الدفعات في مواعيدها.`,
  confirmTitle: 'راجع وادفع',
  confirmLead: 'نحتفظ بهذه البطاقة للدفعات القادمة.',
  confirmTerms: 'بالدفع توافق على الدفعات الأربع أعلاه، وتُخصم من هذه البطاقة في مواعيدها.',
  approvedTitle: 'تم الأمر',
  approvedLead: (store, today) => `دفعت ${today} اليوم. وصل طلبك إلى ${isolated(store)}.`,
  nextPayment: (amount, date) => `الدفعة القادمة: ${amount} في ${date}.`,
  toAccount: 'اطّلع على دفعاتك وأدرها',
  refusedTitle: 'لا يمكننا تقديم هذه الخدمة اليوم',
  refusedLead: (store) =>
    `التقسيط غير متاح لهذا الطلب، ولم يُخصم أي مبلغ. ما زال بإمكانك اختيار طريقة دفع أخرى في ${isolated(store)}.`,
  cancelledTitle: 'غادرت صفحة الدفع',
  cancelledLead: (store) => `لم يُخصم أي مبلغ. طلبك بانتظارك في ${isolated(store)}.`,
  expiredTitle: 'انتهى الوقت',
  expiredLead: (store) => `بقيت صفحة الدفع مفتوحة وقتًا طويلًا، ولم يُخصم أي مبلغ. ابدأ من جديد من ${isolated(store)}.`,
  lockedTitle: 'محاولات كثيرة',
  lockedLead: (store) =>
    `أوقفنا هذه العملية حفاظًا على سلامتك، ولم يُخصم أي مبلغ. عد إلى ${isolated(store)} وابدأ من جديد.`,
  notFoundTitle: 'عملية الدفع هذه غير موجودة',
  notFoundLead: 'قد يكون الرابط ناقصًا أو قديمًا. افتحه من المتجر مرة أخرى.',
  brokenLead: 'لم تَخصم هذه الخطوة أي مبلغ. حاول مرة أخرى بعد لحظة.',
  backTo: (store) => `العودة إلى ${isolated(store)}`,
  backSoon: 'نعيدك إلى المتجر بعد',
  backToStart: 'يمكنك إغلاق هذه الصفحة.',
  cancel: (store) => `إلغاء والعودة إلى ${isolated(store)}`,
}

function arabicItems(count: number, shown: string): string {
  if (count === 1) return 'منتج واحد'
  if (count === 2) return 'منتجان'
  const rest = count % 100
  return `${shown} ${rest >= 3 && rest <= 10 ? 'منتجات' : 'منتجًا'}`
}
