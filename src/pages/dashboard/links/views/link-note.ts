import { refusals } from '../../../../money/checkout/refusals.ts'
import type { SessionStatus } from '../../../../money/checkout/sessions/session.ts'
import { minute, second } from '../../../../platform/base/times.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Visit } from '../../page.ts'
import type { Said } from './link.ts'

interface LinkNoteProps {
  readonly visit: Visit
  readonly link: DisclosedLink
  readonly said: Said
  readonly status: SessionStatus
}

/** What was done just now, said only where it is so, or why it cannot be done. */
export function LinkNote({ visit, link, said, status }: LinkNoteProps): Content {
  const { texts } = visit.words
  const { done, refused } = said
  if (refused !== undefined)
    return Note({ tone: 'bad', children: html`<p><strong>${texts.cannot}</strong> ${whyNot(visit, said)}</p>` })
  const text =
    (done === 'make' && status === 'created' && texts.doneMakeLink) ||
    (done === 'send' && link.sends > 0 && texts.doneSendLink) ||
    (done === 'cancel' && status === 'expired' && texts.doneCancelLink)
  return text ? Note({ tone: 'good', children: html`<p>${text}</p>` }) : null
}

function whyNot({ words }: Visit, { refused }: Said): string {
  const { texts } = words
  if (refused?.retryAfterSeconds !== undefined)
    return texts.tooManyMessages(words.number(Math.ceil((refused.retryAfterSeconds * second) / minute)))
  switch (refused?.message) {
    case refusals.linkSentMeanwhile.text:
      return texts.sentMeanwhile
    case refusals.phoneNotReachable.text:
    case refusals.noPhone.text:
      return texts.phoneOutOfReach
    default:
      return texts.linkFinished
  }
}
