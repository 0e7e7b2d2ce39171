import type { DeclineReason } from '../../adapters/card-processor.ts'
import { isolated, leftToRight, rightToLeft } from '../words/bidi.ts'
import type { CustomerTexts } from './words.ts'

const declines: Record<DeclineReason, string> = {
  declined: 'لم يقبل البنك هذه البطاقة. جرّب بطاقة أخرى أو تواصل مع بنكك.',
  insufficient_funds: 'رصيد البطاقة لا يكفي لدفعة اليوم. جرّب بطاقة أخرى.',
  expired_card: 'انتهت صلاحية هذه البطاقة. جرّب بطاقة أخرى.',
  lost_card: 'لم يقبل البنك هذه البطاقة. جرّب بطاقة أخرى أو تواصل مع بنكك.',
  stolen_card: 'لم يقبل البنك هذه البطاقة. جرّب بطاقة أخرى أو تواصل مع بنكك.',
  closed_account: 'لم يقبل البنك هذه البطاقة. جرّب بطاقة أخرى أو تواصل مع بنكك.',
  customer_required: 'يريد البنك تأكيدًا منك أولًا. حاول مرة أخرى أو استخدم بطاقة أخرى.',
  not_confirmed: 'لم يؤكّد البنك عملية الدفع. حاول مرة أخرى أو استخدم بطاقة أخرى.',
  unavailable: 'الدفع بالبطاقة غير متاح الآن، ولم يُخصم أي مبلغ. حاول بعد بضع دقائق.',
}

const cardProblems = {
  number_missing: 'أدخل الرقم المكتوب على بطاقتك.',
  number_wrong: 'رقم البطاقة غير صحيح. تحقّق من الأرقام.',
  number_brand: 'استخدم بطاقة مدى أو فيزا أو ماستركارد أو أمريكان إكسبريس.',
  expiry_wrong: 'أدخل الشهر والسنة كما على بطاقتك، مثل 08 / 29.',
  expiry_past: 'انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.',
  security_code_wrong: 'أدخل الأرقام الثلاثة خلف البطاقة، أو الأربعة على وجهها.',
}

const phoneProblems = {
  wrong: `أدخل رقم الجوال مع رمز الدولة، مثل ${leftToRight('+971\u00a050\u00a0123\u00a04567')}.`,
  busy: 'أُرسلت رموز كثيرة إلى هذا الرقم. حاول بعد ساعة.',
  wait: 'أُرسل رمز إلى هذا الرقم قبل لحظة. حاول بعد نصف دقيقة.',
}

export const customerAr: CustomerTexts = {
  order: (reference) => `الطلب ${isolated(reference)}`,
  total: 'الإجمالي',
  today: 'اليوم',
  partOf: (index, count) => `الدفعة ${index} من ${count}`,
  phoneLabel: 'رقم الجوال',
  phoneProblems,
  continueButton: 'متابعة',
  codeTitle: 'أدخل الرمز',
  codeLead: (phone) => `أرسلناه في رسالة نصية إلى ${leftToRight(phone)}.`,
  codeLabel: (digits) => `الرمز من ${digits} أرقام`,
  codeProblem: (triesLeft, shown) => `الرمز غير صحيح. ${arabicTries(triesLeft, shown)}.`,
  codeExpired: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.',
  codeTooMany: 'كُتبت رموز خاطئة كثيرة لهذا الرقم. استخدم رقمًا آخر أو حاول غدًا.',
  codeMissing: 'اكتب الرمز الذي وصلك في الرسالة النصية.',
  codeWait: (seconds) => `يمكنك طلب رمز جديد بعد ${seconds} ثانية.`,
  codeButton: 'تأكيد',
  resend: 'أرسل رمزًا جديدًا',
  resendIn: 'أرسل رمزًا جديدًا بعد',
  seconds: (seconds) => `${seconds} ث`,
  noResend: 'هذا آخر رمز يمكننا إرساله لهذا الطلب.',
  changePhone: 'تغيير الرقم',
  outbox: 'بيئة التجربة: اقرأ الرسالة',
  testCode: 'رمز الاختبار هو 8888.',
  cardTitle: 'أضف بطاقتك',
  cardNumber: 'رقم البطاقة',
  cardExpiry: 'تاريخ الانتهاء',
  cardExpiryHint: 'الشهر / السنة',
  cardSecurityCode: 'رمز الأمان',
  securityCodeHint: 'تدفع بهذه البطاقة من هذا المتصفح لأول مرة.',
  securityCodeRefused: 'هذا ليس رمز أمان هذه البطاقة. تحقّق منه أو استخدم بطاقة أخرى.',
  securityCodeSpent: 'كُتب رمز الأمان خطأً مرات كثيرة. أدخل بيانات البطاقة كاملة أو استخدم بطاقة أخرى.',
  bankConfirms: 'تدفع بهذه البطاقة من هذا المتصفح لأول مرة. سيطلب منك بنكك التأكيد.',
  testSecurityCode: 'رمز أمان الاختبار: أي أرقام، و999 خاطئ.',
  cardProblems,
  declines,
  cardButton: 'متابعة',
  cardElsewhere: 'تُدخل بيانات بطاقتك في صفحة آمنة لدى معالج البطاقات، ثم تعود إلى هنا مباشرة.',
  cardElsewhereButton: 'أدخل بطاقتك',
  testCard: `بطاقة الاختبار: ${leftToRight('4242\u00a04242\u00a04242\u00a04242')}، أي تاريخ قادم وأي رمز.`,
  secure: 'يذهب رقم بطاقتك إلى معالج البطاقات فقط، ولا نحتفظ به أبدًا.',
  confirmCard: (brand, lastFour) => rightToLeft(`${brand} تنتهي بـ ${leftToRight(lastFour)}`),
  cardLabel: 'البطاقة',
  useOtherCard: 'استخدم بطاقة أخرى',
  pay: (amount) => `ادفع ${amount} الآن`,
  challengeTitle: 'أكّد مع بنكك',
  challengeLead: (amount, card) => `يطلب بنكك تأكيد دفع ${amount} بالبطاقة ${isolated(card)}.`,
  challengeSandbox: 'هذه الصفحة تقوم مقام صفحة بنكك. اختر ما يجيب به البنك.',
  challengeElsewhere: 'تؤكد الدفع في صفحة بنكك، ثم تعود إلى هنا مباشرة.',
  challengeElsewhereButton: 'انتقل إلى بنكك',
  challengeConfirm: 'تأكيد الدفع',
  challengeRefuse: 'عدم التأكيد',
  waitingTitle: 'لحظة من فضلك',
  waitingLead: 'يستغرق بنكك وقتًا أطول من المعتاد. أبقِ هذه الصفحة مفتوحة ولا تدفع مرة أخرى.',
  footer: 'المدفوعات عبر قسط',
}

function arabicTries(count: number, shown: string): string {
  if (count === 1) return 'بقيت لك محاولة واحدة'
  if (count === 2) return 'بقيت لك محاولتان'
  return `بقيت لك ${shown} محاولات`
}
