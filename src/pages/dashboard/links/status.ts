import type { LinkStatus } from '../../../money/checkout/links/payment-link.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { DashboardWords } from '../words/words.ts'

const tones: Readonly<Record<LinkStatus, Tone>> = {
  open: 'wait',
  paid: 'good',
  refused: 'bad',
  ended: 'soft',
  cancelled: 'soft',
}

/** Returns the status of a link as a text and its tone. */
export function statusOf(
  status: LinkStatus,
  { texts }: DashboardWords,
): { readonly tone: Tone; readonly text: string } {
  const words: Readonly<Record<LinkStatus, string>> = {
    open: texts.linkOpen,
    paid: texts.linkPaid,
    refused: texts.linkRefused,
    ended: texts.linkEnded,
    cancelled: texts.linkCancelled,
  }
  return { tone: tones[status], text: words[status] }
}
