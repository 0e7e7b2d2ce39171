import type { SessionStatus } from '../../../money/checkout/sessions/session.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { DashboardWords } from '../words/words.ts'

const tones: Readonly<Record<SessionStatus, Tone>> = {
  created: 'wait',
  approved: 'good',
  rejected: 'bad',
  expired: 'soft',
}

/** Returns the status of a link as a text and its tone. */
export function statusOf(
  status: SessionStatus,
  { texts }: DashboardWords,
): { readonly tone: Tone; readonly text: string } {
  const words: Readonly<Record<SessionStatus, string>> = {
    created: texts.linkOpen,
    approved: texts.linkPaid,
    rejected: texts.linkRefused,
    expired: texts.linkOver,
  }
  return { tone: tones[status], text: words[status] }
}
