import type { DeclineReason } from '../../adapters/card-processor.ts'
import { isolated, leftToRight, rightToLeft } from '../words/lang.ts'

/** Texts about codes, cards and banks on customers' pages. A language with a missing text does not compile. */
export type CustomerTexts = typeof customerEn

const declinesEn: Record<DeclineReason, string> = {
  declined: 'Your bank did not accept this card. Try another card, or ask your bank.',
  insufficient_funds: 'There is not enough on this card for today’s payment. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  lost_card: 'Your bank did not accept this card. Try another card, or ask your bank.',
  stolen_card: 'Your bank did not accept this card. Try another card, or ask your bank.',
  closed_account: 'Your bank did not accept this card. Try another card, or ask your bank.',
  customer_required: 'Your bank wants to hear from you first. Try again, or use another card.',
  not_confirmed: 'Your bank did not confirm the payment. Try again, or use another card.',
  unavailable: 'Card payments cannot be taken at the moment. Nothing was charged. Try again in a few minutes.',
}

const cardProblemsEn = {
  number_missing: 'Enter the number on the front of your card.',
  number_wrong: 'This is not a card number. Check the digits.',
  number_brand: 'Use a Visa, Mastercard, American Express or mada card.',
  expiry_wrong: 'Enter the month and year on your card, such as 08 / 29.',
  expiry_past: 'This card has expired. Use another card.',
  security_code_wrong: 'Enter the 3 digits on the back of your card, or the 4 on the front.',
}

const phoneProblemsEn = {
  wrong: 'Enter a mobile number with its country code, such as +971\u00a050\u00a0123\u00a04567.',
  busy: 'Too many codes were sent to this number. Try again in an hour.',
  wait: 'A code was sent to this number a moment ago. Try again in half a minute.',
}

export const customerEn = {
  order: (reference: string) => `Order ${isolated(reference)}`,
  total: 'Total',
  today: 'Today',
  partOf: (index: string, count: string) => `Payment ${index} of ${count}`,
  phoneLabel: 'Mobile number',
  phoneProblems: phoneProblemsEn,
  continueButton: 'Continue',
  codeTitle: 'Enter the code',
  codeLead: (phone: string) => `We sent it by text message to ${leftToRight(phone)}.`,
  codeLabel: (digits: string) => `${digits}-digit code`,
  codeProblem: (triesLeft: number, shown: string) =>
    triesLeft === 1
      ? 'This code is not right. You have one try left.'
      : `This code is not right. You have ${shown} tries left.`,
  codeExpired: 'This code is too old. Ask for a new one.',
  codeTooMany: 'Too many wrong codes were typed for this number. Use another number, or try again tomorrow.',
  codeMissing: 'Type the code from the text message.',
  codeWait: (seconds: string) => `You can ask for a new code in ${seconds} seconds.`,
  codeButton: 'Confirm',
  resend: 'Send a new code',
  resendIn: 'Send a new code in',
  seconds: (seconds: string) => `${seconds} s`,
  noResend: 'This was the last code we can send for this order.',
  changePhone: 'Change the number',
  outbox: 'Sandbox: read the message',
  testCode: 'The test code is 8888.',
  cardTitle: 'Add your card',
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardExpiryHint: 'MM / YY',
  cardSecurityCode: 'Security code',
  securityCodeHint: 'You pay with this card in this browser for the first time.',
  securityCodeRefused: 'This is not the security code of this card. Check it, or use another card.',
  securityCodeSpent: 'The security code was wrong too often. Enter the whole card, or use another one.',
  bankConfirms: 'You pay with this card in this browser for the first time. Your bank will ask you to confirm.',
  testSecurityCode: 'Test security code: any digits, but 999 is wrong.',
  cardProblems: cardProblemsEn,
  declines: declinesEn,
  cardButton: 'Continue',
  cardElsewhere: 'You enter your card on the card processor’s own secure page, and come straight back here.',
  cardElsewhereButton: 'Enter your card',
  testCard: 'Test card: 4242\u00a04242\u00a04242\u00a04242, any future date, any code.',
  secure: 'Your card number goes to the card processor only. We never keep it.',
  confirmCard: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  cardLabel: 'Card',
  useOtherCard: 'Use another card',
  pay: (amount: string) => `Pay ${amount}`,
  challengeTitle: 'Confirm with your bank',
  challengeLead: (amount: string, card: string) => `Your bank asks you to confirm ${amount} on ${isolated(card)}.`,
  challengeSandbox: 'This stands in for your bank’s own page. Choose what the bank answers.',
  challengeElsewhere: 'You confirm on your bank’s own page, and come straight back here.',
  challengeElsewhereButton: 'Go to your bank',
  challengeConfirm: 'Confirm the payment',
  challengeRefuse: 'Do not confirm',
  waitingTitle: 'One moment',
  waitingLead: 'Your bank is taking longer than usual. Keep this page open; please do not pay again.',
  footer: 'Payments by Qist',
}

const declinesAr: Record<DeclineReason, string> = {
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

const cardProblemsAr = {
  number_missing: 'أدخل الرقم المكتوب على بطاقتك.',
  number_wrong: 'رقم البطاقة غير صحيح. تحقّق من الأرقام.',
  number_brand: 'استخدم بطاقة مدى أو فيزا أو ماستركارد أو أمريكان إكسبريس.',
  expiry_wrong: 'أدخل الشهر والسنة كما على بطاقتك، مثل 08 / 29.',
  expiry_past: 'انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.',
  security_code_wrong: 'أدخل الأرقام الثلاثة خلف البطاقة، أو الأربعة على وجهها.',
}

const phoneProblemsAr = {
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
  phoneProblems: phoneProblemsAr,
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
  cardProblems: cardProblemsAr,
  declines: declinesAr,
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
