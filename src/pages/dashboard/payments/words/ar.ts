import type { ListTexts, paymentsEn } from './en.ts'
import { storyAr } from './story-ar.ts'

const states: Readonly<Record<string, string>> = {
  authorized: 'بانتظار التحصيل',
  new: 'بانتظار التحصيل',
  closed: 'مغلقة',
  captured: 'محصّلة',
  refunded: 'مستردّة',
  cancelled: 'ملغاة',
  rejected: 'مرفوضة',
  expired: 'منتهية',
  created: 'لم تكتمل',
  disputed: 'عليها نزاع',
  with_refunds: 'مستردّة',
  overdue: 'متأخرة لدى العميل',
}

const plural = new Intl.PluralRules('ar')

type Counted = readonly [one: string, two: string, few: string, many: string, other: string]

/** Arabic forms of a counted word: one, two, a few, many, and whole hundreds. */
function counted(total: number, count: string, [one, two, few, many, other]: Counted): string {
  switch (plural.select(total)) {
    case 'one':
      return one
    case 'two':
      return two
    case 'few':
      return `${count} ${few}`
    case 'many':
      return `${count} ${many}`
    default:
      return `${count} ${other}`
  }
}

const emptyTabs: ListTexts['emptyTabs'] = {
  authorized: ['لا شيء بانتظار التحصيل', 'يظهر الطلب هنا حين يتمّ العميل الشراء، إلى أن تحصّله.'],
  disputed: ['لا نزاع مفتوحاً', 'تظهر الدفعة هنا ما دام عميلها ينازع فيها، وينتظر استردادها إلى ذلك الحين.'],
  with_refunds: ['لم يُستردّ شيء', 'تظهر الدفعة هنا حين يُستردّ مبلغها كله أو جزء منه.'],
  overdue: ['لا عميل متأخراً', 'تظهر الدفعة هنا ما دام قسط منها لم يمكن خصمه في يومه. تُدفع لك مستحقاتك كاملة.'],
}

const orders = ['طلب واحد', 'طلبين', 'طلبات', 'طلباً', 'طلب'] as const
const ordersThat = ['طلب واحد', 'طلبان', 'طلبات', 'طلباً', 'طلب'] as const

const listAr: ListTexts = {
  foundPayments: (total, count, status) => {
    const payments = total === 0 ? 'لا دفعات' : counted(total, count, ['دفعة واحدة', 'دفعتان', 'دفعات', 'دفعة', 'دفعة'])
    const state = states[status]
    return state === undefined ? payments : `${payments} بحالة «${state}»`
  },
  foundMany: (status) =>
    states[status] === undefined ? 'دفعات كثيرة جداً' : `دفعات كثيرة جداً بحالة «${states[status]}»`,
  countAll: 'احسب عددها؛ قد يستغرق ذلك بضع ثوانٍ',
  searchIsPartial:
    'لا يعثر البحث بالنص أو بالمبلغ على كل الدفعات القديمة بعد: حُدّثت الخدمة وما زالت تُعِدّ بحثها. إلى ذلك الحين قد تنقص هذه القائمة وعددها وملفها بعض الدفعات.',
  foundOf: (when) => `من ${when}`,
  foundSince: (when) => `منذ ${when}`,
  foundUntil: (when) => `حتى ${when}`,
  foundFromTo: (from, to) => `من ${from} إلى ${to}`,
  foundAt: (store) => `في ${store}`,
  foundAbove: (amount) => `بقيمة ${amount} فأكثر`,
  foundBelow: (amount) => `بقيمة ${amount} فأقل`,
  foundBetween: (from, to) => `بقيمة من ${from} إلى ${to}`,
  foundBy: (q) => `فيها «${q}»`,
  filterAmountFrom: 'المبلغ من',
  filterAmountTo: 'المبلغ إلى',
  moreFilters: 'تصفية أدقّ',
  tabsLabel: 'أقسام القائمة',
  tabAll: 'الكل',
  overdueAtCustomers: 'متأخرة لدى العميل',
  refundedInFull: 'مستردّة بالكامل',
  tabCountOver: (most) => `${most}+`,
  range: (from, to) => `${from} إلى ${to}`,
  rangeOf: (range, total) => `${range} من أصل ${total}`,
  rangeOfMore: (range, most) => `${range} من أكثر من ${most}`,
  rangeOfMany: (range) => `${range} من كثير`,
  emptyTabs,
  anyStatus: 'كل حالة',
  everyStatus: 'كل حالة، مع المرفوضة وغير المكتملة',
  statusClosed: 'مغلقة',
  wrongStatus: 'لا توجد حالة كهذه.',
  wrongFilterAmount: 'اكتب مبلغاً مثل 120.50.',
  tooLong: 'هذا أطول من اللازم.',
  columnOrder: 'الطلب',
  columnAmount: 'المبلغ',
  columnCustomer: 'العميل',
  columnStore: 'المتجر',
  columnCreated: 'التاريخ',
  columnPick: 'تحصيل',
  disputed: 'عليها نزاع',
  noPaymentsTitle: 'لا دفعات بعد',
  noPaymentsLead: 'حين يقسّم أول عميل مشترياته يظهر طلبه هنا بكل ما يجري عليه. رابط الدفع لا يحتاج إلى أي ربط برمجي.',
  noPaymentsDo: 'أنشئ رابط دفع',
  noPaymentFoundTitle: 'لا توجد دفعة بهذا الوصف',
  noPaymentFoundLead: 'ابحث بأول رقم الطلب أو بالهاتف أو البريد أو المبلغ، أو أزل بعض التصفية.',
  inOtherMode: {
    test: {
      none: 'ولا شيء كهذا في الوضع التجريبي.',
      some: (count, shown) =>
        count === undefined ? 'في الوضع التجريبي نتائج.' : `النتائج في الوضع التجريبي: ${shown}.`,
      show: 'اعرضها في الوضع التجريبي',
    },
    live: {
      none: 'ولا شيء كهذا في الوضع الفعلي.',
      some: (count, shown) => (count === undefined ? 'في الوضع الفعلي نتائج.' : `النتائج في الوضع الفعلي: ${shown}.`),
      show: 'اعرضها في الوضع الفعلي',
    },
  },
  allPayments: 'كل المدفوعات',
  pickOne: (order) => `تحصيل الطلب ${order}`,
  captureTicked: 'حصّل الطلبات المختارة',
  captureTickedHint: 'يُحصَّل كل ما تبقّى من كل طلب. نسألك مرة قبل ذلك ومعه المجموع.',
  nothingTicked: 'اختر الطلبات التي تريد تحصيلها.',
  captureManyTitle: 'تحصيل عدة طلبات',
  askCaptureMany: (total, count, sum) =>
    `أتريد تحصيل ${sum} من ${counted(total, count, orders)}؟ تُدفع لك، ويدفع العملاء أقساطهم.`,
  capturedMany: (total, count) => (total === 0 ? 'لم يُحصَّل أي طلب.' : `حُصّل ${counted(total, count, ordersThat)}.`),
  notCapturedMany: (total, count) => `لم يُحصَّل ${counted(total, count, ordersThat)} لأن شيئاً تغيّر منذ فتح القائمة.`,
  backToList: 'العودة إلى القائمة',
}

export const paymentsAr: typeof paymentsEn = {
  ...listAr,
  ...storyAr,
  paymentTitle: (order) => `الطلب ${order}`,
  paymentUntitled: 'دفعة بلا رقم طلب',
  statusNew: 'لم تُدفع بعد',
  statusAuthorized: 'بانتظار التحصيل',
  statusCaptured: 'محصّلة',
  statusPartlyRefunded: 'مستردّة جزئياً',
  statusRefunded: 'مستردّة',
  statusCancelled: 'ملغاة',
  statusRejected: 'مرفوضة',
  statusExpired: 'منتهية',
  moneyPanel: 'المبالغ',
  amount: 'المبلغ',
  captured: 'المحصّل',
  refunded: 'المستردّ',
  leftToCapture: 'المتبقي للتحصيل',
  leftToRefund: 'المتبقي للاسترداد',
  leftAfterRefunds: 'المتبقي',
  order: 'الطلب',
  orderReference: 'رقم الطلب',
  paymentId: 'معرّف الدفعة',
  createdAt: 'أُنشئت في',
  store: 'المتجر',
  customerPanel: 'العميل',
  customerName: 'الاسم',
  customerEmail: 'البريد الإلكتروني',
  customerPhone: 'الهاتف',
  capture: 'تحصيل',
  close: 'إغلاق',
  cancelOrder: 'إلغاء الطلب',
  refund: 'استرداد',
  amountUpTo: (most) => `المبلغ، ${most} على الأكثر`,
  reasonField: 'السبب، لسجلّاتك فقط',
  referenceField: 'رقم الطلب',
  changeReference: 'تغيير',
  askCapture: (amount, order) => `أتريد تحصيل ${amount} من الطلب ${order}؟ تُدفع لك، ويدفع العميل أقساطه.`,
  askRefund: (amount, order) => `أتريد ردّ ${amount} من الطلب ${order}؟ يعود المبلغ إلى العميل ولا يمكن التراجع.`,
  askClose: (left, order) =>
    `أتريد إغلاق الطلب ${order}؟ لن يُسلَّم ما لم يُحصَّل وقدره ${left}، ويعود إلى العميل ما دفعه عنه.`,
  askCloseAll: (amount, order) => `أتريد إلغاء الطلب ${order}؟ لم يُحصَّل شيء: يسترد العميل ما دفعه من ${amount}.`,
  doCapture: (amount) => `حصّل ${amount}`,
  doRefund: (amount) => `ردّ ${amount}`,
  doClose: 'أغلق الطلب',
  doneCapture: (amount) => `حُصّل ${amount}.`,
  doneRefund: (amount) => `رُدّ ${amount}.`,
  doneClose: 'أُغلق الطلب.',
  doneReference: 'تغيّر رقم الطلب.',
  changedTitle: 'لم يتحرك شيء: تغيّرت الدفعة',
  changedRefund: (expected, now) =>
    `حين فُتحت الصفحة كان المتبقي للاسترداد ${expected}، وهو الآن ${now}. سبقك شخص آخر أو نافذة أخرى.`,
  changedCapture: (expected, now) =>
    `حين فُتحت الصفحة كان المتبقي للتحصيل ${expected}، وهو الآن ${now}. سبقك شخص آخر أو نافذة أخرى.`,
  reload: 'اعرض الدفعة كما هي الآن',
  wrongAmount: (most) => `اكتب مبلغاً أكبر من صفر و${most} على الأكثر.`,
  cannot: 'لا يمكن هذا الآن',
  refundTooLate: 'انتهت المدة التي يمكن فيها استرداد هذه الدفعة.',
  heldByDispute: 'على هذه الدفعة نزاع مفتوح: ينتظر الاسترداد حتى يُبتّ فيه.',
  rawJson: 'كما تجيب بها الواجهة البرمجية',
}
