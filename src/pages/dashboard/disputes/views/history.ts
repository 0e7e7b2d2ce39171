import type { Currency } from '../../../../platform/base/markets.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedEntry } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import { challengeReasonText, eventText } from '../status.ts'
import { Files, type KnownFiles } from './files.ts'

interface HistoryProps {
  readonly visit: Visit
  readonly history: readonly DisclosedEntry[]
  readonly files: KnownFiles
  readonly currency: Currency
  /** The entry that the page shows above already. */
  readonly shownComment: string
}

/** The history of both sides, in order, with texts, files, authors and times. */
export function History({ visit, history, files, currency, shownComment }: HistoryProps): Content {
  const { words } = visit
  return html`<ol class="story">
    ${history.map((entry) => {
      const { eventType, content, note, attachmentIds, createdAt } = entry
      const isReason = eventType === 'dispute_in_arbitration'
      return html`<li>
        <p><strong>${eventText(eventType, words)}</strong></p>
        <p class="soft small">
          ${authorText(visit, entry)} · <span class="number">${momentAt(words, createdAt, currency)}</span>
        </p>
        ${
          content !== '' &&
          content !== shownComment &&
          html`<p class="quote" dir="auto">${isReason ? challengeReasonText(content, words) : content}</p>`
        }
        ${note !== '' && html`<p class="quote" dir="auto">${note}</p>`}
        ${Files({ visit, ids: attachmentIds, files })}
      </li>`
    })}
  </ol>`
}

function authorText({ words: { texts } }: Visit, { source, createdBy }: DisclosedEntry): string {
  if (source === 'support') return texts.fromSupport
  const name = createdBy === 'Disputes API' ? texts.byApi : isolated(createdBy)
  const side = source === 'customer' ? texts.fromCustomer : texts.fromYou
  return createdBy === '' ? side : `${side} · ${name}`
}
