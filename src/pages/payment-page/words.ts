import { agreementAr, agreementEn } from '../../money/checkout/agreement/agreement-words.ts'
import { customerAr, customerEn } from '../../platform/ui/customer/words.ts'
import { isolated } from '../../platform/ui/words/lang.ts'
import { type Words, wordsWith } from '../../platform/ui/words/words.ts'
import { planTextsAr, planTextsEn } from './plan-words.ts'

export const en = {
  ...customerEn,
  skip: 'Skip to the payment',
  pageTitle: (title: string, store: string) => `${title} · ${isolated(store)}`,
  dueToday: 'To pay today',
  plan: planTextsEn,
  items: (count: number, shown: string) => (count === 1 ? 'Your order: 1 item' : `Your order: ${shown} items`),
  quantity: (count: string) => `${count} ×`,
  adjustments: { shipping: 'Delivery', tax: 'Tax', taxIncluded: 'Tax, included', discount: 'Discount' },
  total: 'Total',
  phoneHint: 'We send a code by text message, to make sure it is you.',
  cardLead: (today: string) => `We charge ${today} today and the later payments on their dates.`,
  confirmTitle: 'Check and pay',
  adult: agreementEn.adult,
  planMoved: 'The plan of this order has changed since this page was opened. Nothing was charged. Check it and pay.',
  confirmLead: 'We keep this card for the later payments.',
  referredTitle: 'We are looking at your order',
  referredLead: (store: string) =>
    `A person checks your order at ${isolated(store)}. It takes 15 minutes at most. Keep this page open: it goes on by itself. Nothing was charged.`,
  approvedTitle: 'You are all set',
  approvedLead: (store: string, today: string) => `You paid ${today} today. ${isolated(store)} has your order.`,
  nextPayment: (amount: string, date: string) => `Next payment: ${amount} on ${date}.`,
  toAccount: 'See and manage your payments',
  refusedTitle: 'We cannot offer this today',
  refusedLead: (store: string, paying: string) =>
    `${paying} is not possible for this order. Nothing was charged. You can still choose another way to pay at ${isolated(store)}.`,
  cancelledTitle: 'You left the payment',
  cancelledLead: (store: string) => `Nothing was charged. Your order is waiting at ${isolated(store)}.`,
  expiredTitle: 'Time has run out',
  expiredLead: (store: string) =>
    `This payment was open for too long. Nothing was charged. Start again from ${isolated(store)}.`,
  lockedTitle: 'Too many tries',
  lockedLead: (store: string) =>
    `For your safety this payment is locked. Nothing was charged. Go back to ${isolated(store)} and start again.`,
  notFoundTitle: 'This payment does not exist',
  notFoundLead: 'The link may be cut off or out of date. Open it again from the shop.',
  brokenLead: 'Nothing was charged by this step. Try again in a moment.',
  backTo: (store: string) => `Back to ${isolated(store)}`,
  backSoon: 'Taking you back in',
  backToStart: 'You can close this page.',
  startAgain: 'Start again',
  reservedTitle: 'Somebody else is paying this order',
  reservedLead:
    'Nothing was charged to you. If their payment does not go through, this page goes on by itself and you can pay.',
  linkEnds: {
    paid: {
      title: 'This order is already paid',
      lead: (store: string) => `Nobody is charged twice. If you have a question about it, ask ${isolated(store)}.`,
    },
    ended: {
      title: 'This link has ended',
      lead: (store: string) => `Nothing was charged. Ask ${isolated(store)} for a new link if you still want to pay.`,
    },
    cancelled: {
      title: 'This link was cancelled',
      lead: (store: string) =>
        `${isolated(store)} has cancelled it. Nothing was charged. Ask for a new link if you still want to pay.`,
    },
    refused: {
      title: 'We cannot offer this today',
      lead: (store: string) => `Nothing was charged. You can still choose another way to pay at ${isolated(store)}.`,
    },
    busy: {
      title: 'Many people have opened this link',
      lead: () => 'Nothing was charged. Wait a few minutes, then try again.',
    },
  },
  cancel: (store: string) => `Cancel and go back to ${isolated(store)}`,
}

/** The texts of the payment page. A language with a missing text does not compile. */
export type Texts = typeof en

export const ar: Texts = {
  ...customerAr,
  skip: 'انتقل إلى الدفع',
  pageTitle: (title, store) => `${title} · ${isolated(store)}`,
  dueToday: 'تدفع اليوم',
  plan: planTextsAr,
  items: (count, shown) => `طلبك: ${arabicItems(count, shown)}`,
  quantity: (count) => `${count} ×`,
  adjustments: { shipping: 'التوصيل', tax: 'الضريبة', taxIncluded: 'الضريبة مشمولة', discount: 'الخصم' },
  total: 'المجموع',
  phoneHint: 'نرسل إليك رمزًا في رسالة نصية لنتأكد من هويتك.',
  cardLead: (today) => `نخصم ${today} اليوم، وباقي الدفعات في مواعيدها.`,
  confirmTitle: 'راجع وادفع',
  adult: agreementAr.adult,
  planMoved: 'تغيّرت خطة هذا الطلب منذ فتح هذه الصفحة، ولم يُخصم أي مبلغ. راجعها ثم ادفع.',
  confirmLead: 'نحتفظ بهذه البطاقة للدفعات القادمة.',
  referredTitle: 'نراجع طلبك',
  referredLead: (store) =>
    `يراجع أحد موظفينا طلبك في ${isolated(store)}، ولا يستغرق ذلك أكثر من 15 دقيقة. أبقِ هذه الصفحة مفتوحة وستنتقل من تلقاء نفسها. لم يُخصم أي مبلغ.`,
  approvedTitle: 'تم الأمر',
  approvedLead: (store, today) => `دفعت ${today} اليوم. وصل طلبك إلى ${isolated(store)}.`,
  nextPayment: (amount, date) => `الدفعة القادمة: ${amount} في ${date}.`,
  toAccount: 'اطّلع على دفعاتك وأدرها',
  refusedTitle: 'لا يمكننا تقديم هذه الخدمة اليوم',
  refusedLead: (store, paying) =>
    `${paying} غير متاح لهذا الطلب، ولم يُخصم أي مبلغ. ما زال بإمكانك اختيار طريقة دفع أخرى في ${isolated(store)}.`,
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
  startAgain: 'ابدأ من جديد',
  reservedTitle: 'شخص آخر يدفع هذا الطلب الآن',
  reservedLead: 'لم يُخصم منك أي مبلغ. إن لم تكتمل دفعته فستنتقل هذه الصفحة من تلقاء نفسها ويمكنك الدفع.',
  linkEnds: {
    paid: {
      title: 'دُفع هذا الطلب من قبل',
      lead: (store) => `لا يُخصم المبلغ مرتين. إن كان لديك سؤال عنه فاسأل ${isolated(store)}.`,
    },
    ended: {
      title: 'انتهت صلاحية هذا الرابط',
      lead: (store) => `لم يُخصم أي مبلغ. اطلب رابطًا جديدًا من ${isolated(store)} إن كنت ما زلت تريد الدفع.`,
    },
    cancelled: {
      title: 'أُلغي هذا الرابط',
      lead: (store) => `ألغاه ${isolated(store)}، ولم يُخصم أي مبلغ. اطلب رابطًا جديدًا إن كنت ما زلت تريد الدفع.`,
    },
    refused: {
      title: 'لا يمكننا تقديم هذه الخدمة اليوم',
      lead: (store) => `لم يُخصم أي مبلغ. ما زال بإمكانك اختيار طريقة دفع أخرى في ${isolated(store)}.`,
    },
    busy: {
      title: 'فتح كثيرون هذا الرابط',
      lead: () => 'لم يُخصم أي مبلغ. انتظر بضع دقائق ثم حاول مرة أخرى.',
    },
  },
  cancel: (store) => `إلغاء والعودة إلى ${isolated(store)}`,
}

function arabicItems(count: number, shown: string): string {
  if (count === 1) return 'منتج واحد'
  if (count === 2) return 'منتجان'
  const rest = count % 100
  return `${shown} ${rest >= 3 && rest <= 10 ? 'منتجات' : 'منتجًا'}`
}

/** Texts and formats of the payment page in one language. */
export type PaymentWords = Words<Texts>

export const wordsFor = wordsWith<Texts>({ en, ar })
