import { activityAr as sharedAr } from '../../../people/activities/words/ar.ts'
import type { activityEn } from './en.ts'

export const activityAr: typeof activityEn = {
  ...sharedAr,
  activityCaption: 'ما فعله الدعم، الأحدث أولًا',
  nothingDone: 'لم يُفعل شيء',
  nothingDoneLead: 'كل ما يراه الدعم من بيانات العملاء وما يفعله يُسجَّل هنا ويبقى.',
  activities: {
    ...sharedAr.ownActivities,
    open_personal: 'اطّلع على بيانات عميل',
    see_as_merchant: 'نظر بعين تاجر',
    dispute_request_evidence: 'طلب دليلًا',
    dispute_comment: 'علّق على نزاع',
    dispute_accept_amount: 'أخذ بالمبلغ المقترح',
    dispute_refund: 'حسم نزاعًا بردّ المبلغ',
    dispute_decline: 'رفض نزاعًا',
    download_evidence: 'فتح ملفًا',
    resend_notification: 'أرسل إشعارًا من جديد',
    ask_return: 'طلب ردّ مبلغ',
    confirm_return: 'أكّد ردّ مبلغ',
    withdraw_return: 'سحب طلب ردّ',
    block_customer: 'حظر عميلًا',
    unblock_customer: 'رفع حظرًا',
    unlock_code: 'فتح قفل الرموز',
    make_merchant: 'أضاف تاجرًا',
    add_store: 'أضاف متجرًا',
    change_store: 'غيّر إعدادات متجر',
    change_risk: 'غيّر قواعد المخاطر',
    invite_member: 'دعا شخصًا إلى فريق تاجر',
  },
}
