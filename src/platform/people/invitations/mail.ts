import { isolated } from '../../ui/words/lang.ts'

interface InvitationMail {
  /** The merchant's name; undefined for support. */
  readonly place: string | undefined
  /** Undefined for invitations by the operator at the command line. */
  readonly invitedBy: string | undefined
  readonly link: string
}

/** Returns an invitation's mail, in both languages: the person's language is not known yet. */
export function invitationMail({ place, invitedBy, link }: InvitationMail): { subject: string; text: string } {
  const byWhom = invitedBy === undefined ? 'You are invited' : `${invitedBy} invites you`
  const byWhomAr = invitedBy === undefined ? 'هذه دعوة لك' : `يدعوك ${isolated(invitedBy)}`
  const placeAr = place === undefined ? 'فريق الدعم' : isolated(place)
  return {
    subject: place === undefined ? 'Qist: an invitation to support' : `Qist: an invitation to ${place}`,
    text: [
      `${byWhom} to work with ${place ?? 'support'} on Qist. This link is for you alone, good once and for seven days:`,
      link,
      'If you do not know what this is about, leave it alone.',
      '',
      `${byWhomAr} للعمل مع ${placeAr} على قسط. الرابط أعلاه لك وحدك، ويصلح مرة واحدة خلال سبعة أيام. إن لم تعرف سبب هذه الرسالة فتجاهلها.`,
    ].join('\n'),
  }
}
