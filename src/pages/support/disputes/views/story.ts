import { challengeReasons } from '../../../../money/disputes/transitions/merchant.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedEntry } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { SupportVisit } from '../../page.ts'
import type { LoadedCase } from '../load-case.ts'

/** The history of a dispute: texts and files of each side, in order. */
export function DisputeStory({ visit, loaded }: { visit: SupportVisit; loaded: LoadedCase }): Content {
  return Panel({
    title: visit.words.texts.storyPanel,
    children: html`<ol class="story">${loaded.shown.history.map((entry) => Entry({ visit, loaded, entry }))}</ol>`,
  })
}

function Entry({ visit, loaded, entry }: { visit: SupportVisit; loaded: LoadedCase; entry: DisclosedEntry }): Content {
  const { words, moment } = visit
  const { texts } = words
  const { dispute } = loaded.shown
  const who = entry.source === 'merchant' && entry.createdBy.includes('@') ? entry.createdBy : undefined
  const statements = [entry.content, entry.note].filter((text) => text.trim() !== '')
  return html`<li>
    <p><strong>${texts.disputeEvents[entry.eventType]}</strong></p>
    <p class="soft small">
      ${texts.waits[entry.source]}
      ${who && html` · <bdi dir="ltr">${who}</bdi>`} · <time>${moment(entry.createdAt, dispute.currency)}</time>
    </p>
    ${statements.map(
      (text) => html`<blockquote class="quote"><bdi>${labelOf(text, texts.challengeReasons)}</bdi></blockquote>`,
    )}
    ${entry.attachmentIds.length > 0 && Files({ visit, loaded, ids: entry.attachmentIds })}
  </li>`
}

// The text of a challenge is the API's name of its reason.
function labelOf(text: string, reasons: Readonly<Record<string, string>>): string {
  return challengeReasons.some((reason) => reason === text) ? (reasons[text] ?? text) : text
}

function Files({ visit, loaded, ids }: { visit: SupportVisit; loaded: LoadedCase; ids: readonly string[] }): Content {
  const { words, address } = visit
  const { texts } = words
  if (!loaded.isOpen) return html`<p class="soft">${texts.filesClosed(words.number(ids.length))}</p>`
  return html`<ul>${ids.map(
    (id, index) =>
      html`<li>
        <a href=${address(`disputes/${loaded.shown.dispute.id}/files/${id}`)} download>
          ${texts.file(words.number(index + 1))}
        </a>
      </li>`,
  )}</ul>`
}
