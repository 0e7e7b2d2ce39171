import { rolesAr } from '../../../../platform/people/words/roles.ts'
import type { teamEn } from './en.ts'

const plural = new Intl.PluralRules('ar')

/** Returns a number of people, without the number where Arabic has a word for it. */
function peopleAr(people: number, count: string): string {
  switch (plural.select(people)) {
    case 'one':
      return 'شخص واحد'
    case 'two':
      return 'شخصان'
    case 'few':
      return `${count} أشخاص`
    default:
      return `${count} شخصاً`
  }
}

export const teamAr: typeof teamEn = {
  member: 'الشخص',
  memberEmail: 'البريد الإلكتروني',
  memberRole: 'الدور',
  memberFactor: 'التحقق بخطوتين',
  memberSeen: 'آخر حضور',
  memberLeaves: 'مغادرة الفريق',
  thatIsYou: 'أنت',
  factorOn: 'مفعّل',
  factorOff: 'غير مفعّل',
  roles: rolesAr,
  roleLeads: {
    admin: 'يفعل كل شيء ويقرر من يعمل هنا.',
    operator: 'يحصّل ويغلق ويرد، ويجيب على النزاعات، وينشئ روابط الدفع.',
    developer: 'يربط المتجر: المفاتيح والإشعارات وكل ما في الوضع التجريبي، ولا يرى أموالاً فعلية.',
    analyst: 'ينظر ويصدّر ولا يغيّر شيئاً.',
  },
  roleOf: (email) => `دور ${email}`,
  change: 'تغيير',
  changeRole: 'تغيير الدور',
  changeRoleOf: (email) => `تغيير دور ${email}`,
  remove: 'إخراج',
  removeMember: 'إخراج من الفريق',
  removeNamed: (email) => `إخراج ${email}`,
  askRole: (email, role, lead) => `أتريد أن يكون دور ${email} هو ${role}؟ من نقرته القادمة: ${lead}`,
  askRemove: (email) => `أتريد إخراج ${email} من الفريق؟ تنتهي جلساته فوراً، ويبقى ما فعله في السجل.`,
  factorTitle: 'التحقق بخطوتين للجميع',
  factorRequired: 'يحتاج كل من يعمل هنا إلى خطوة ثانية: رمز من تطبيق أو مفتاح مرور.',
  factorNotRequired: 'كلمة المرور وحدها تكفي للعمل هنا.',
  factorMissing: (people, count) =>
    people === 0 ? 'فعّل الجميع التحقق بخطوتين.' : `لم يفعّله بعد: ${peopleAr(people, count)}.`,
  requireFactor: 'إلزام الجميع',
  stopRequiring: 'إلغاء الإلزام',
  ownFactorFirst: 'لإلزام غيرك به، فعّله لنفسك أولاً.',
  ownFactorLink: 'حسابك',
  askRequire: (people, count) =>
    [
      'أتريد إلزام كل من يعمل هنا بالتحقق بخطوتين؟',
      people === 0
        ? 'فعّله الجميع من قبل.'
        : `لم يفعّله بعد ${peopleAr(people, count)}، ويُطلب تفعيله عند النقرة القادمة قبل رؤية أي شيء آخر.`,
      'لا تتأثر مفاتيح واجهة البرمجة.',
    ].join(' '),
  askNotRequire: 'أتريد أن تكفي كلمة المرور وحدها للعمل هنا؟ من فعّل التحقق بخطوتين يبقى مفعّلاً له.',
  invite: 'ادعُ شخصاً',
  invitations: 'مدعوون لم ينضموا بعد',
  invitedBy: 'دعاه',
  invitedUntil: 'حتى',
  withdraw: 'سحب الدعوة',
  withdrawNamed: (email) => `سحب دعوة ${email}`,
  invitationLink: 'رابط الدعوة',
  invitationLead: (email) => `أرسل هذا الرابط إلى ${email}. هو لهذا الشخص وحده، ويصلح مرة واحدة خلال سبعة أيام.`,
  teamDone: {
    invited: 'أُرسلت الدعوة.',
    withdrawn: 'سُحبت الدعوة: لم يعد رابطها يفتح شيئاً.',
    role: 'تغيّر الدور.',
    required: 'صار التحقق بخطوتين مطلوباً من الجميع.',
    notRequired: 'لم يعد التحقق بخطوتين مطلوباً.',
    removed: 'أُخرج الشخص من الفريق.',
  },
  teamProblems: {
    noEmail: 'اكتب عنوان بريد إلكتروني.',
    alreadyMember: 'هذا الشخص في الفريق.',
    tooManyInvitations: 'دُعي اليوم عدد كبير. حاول غداً.',
    lastAdmin: 'هذا آخر مدير. اجعل شخصاً آخر مديراً أولاً.',
    noFactor: 'لم تفعّل التحقق بخطوتين لنفسك. فعّله أولاً.',
    gone: 'لم يعد هذا موجوداً: سبقك شخص آخر.',
  },
}
