import type { AttachmentFacts } from '../../../../money/disputes/attachments/attachments.ts'
import { challengeReasons } from '../../../../money/disputes/transitions/merchant.ts'
import { parseAmount } from '../../../../platform/base/money.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedEntry } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { SupportVisit } from '../../page.ts'
import { exactMomentAt } from '../../words/words.ts'
import type { LoadedCase } from '../load-case.ts'

interface StoryProps {
  readonly visit: SupportVisit
  readonly loaded: LoadedCase
  /** The files of the case by id; empty until the case is opened. */
  readonly files: ReadonlyMap<string, AttachmentFacts>
}

/** The history of a dispute: texts and files of each side, in the order of time. */
export function DisputeStory(props: StoryProps): Content {
  return Panel({
    title: props.visit.words.texts.storyPanel,
    children: html`<ol class="story">${props.loaded.shown.history.map((entry) => Entry({ ...props, entry }))}</ol>`,
  })
}

function Entry({ entry, ...props }: StoryProps & { readonly entry: DisclosedEntry }): Content {
  const { words } = props.visit
  const { texts } = words
  const { dispute } = props.loaded.shown
  const { source, createdBy, createdAt, eventType } = entry
  const who = source !== 'support' && createdBy.includes('@') ? createdBy : undefined
  const statements = [contentText(props, entry), entry.note].filter((text) => text.trim() !== '')
  return html`<li>
    <p><strong>${texts.waits[source]}</strong>: ${texts.disputeEvents[eventType]}</p>
    <p class="soft small">
      ${who && html`<bdi dir="ltr">${who}</bdi> · `}<time>${exactMomentAt(words, createdAt, dispute.currency)}</time>
    </p>
    ${statements.map((text) => html`<blockquote class="quote"><bdi>${text}</bdi></blockquote>`)}
    ${entry.attachmentIds.length > 0 && Files({ ...props, ids: entry.attachmentIds })}
  </li>`
}

const withAmount: readonly DisclosedEntry['eventType'][] = ['dispute_amount_changed', 'dispute_approved']

// The text of a challenge is the API's name of its reason, that of another amount is the amount.
function contentText({ visit: { words }, loaded }: StoryProps, { content, eventType }: DisclosedEntry): string {
  const { currency } = loaded.dispute
  if (challengeReasons.some((reason) => reason === content)) return words.texts.challengeReasons[content] ?? content
  const minor = withAmount.includes(eventType) ? parseAmount(content, currency) : undefined
  return typeof minor === 'bigint' ? words.money(minor, currency) : content
}

function Files({ visit, loaded, files, ids }: StoryProps & { readonly ids: readonly string[] }): Content {
  const { words, address } = visit
  const { texts } = words
  if (!loaded.isOpen) return html`<p class="soft">${texts.filesClosed(words.number(ids.length))}</p>`
  const known = ids.flatMap((id) => files.get(id) ?? [])
  return html`<ul class="file-names">${known.map(({ id, contentType, bytes }, index) => {
    const size = words.number(Math.ceil(bytes / 1024))
    const name = texts.file(texts.fileKinds[contentType], words.number(index + 1), size)
    return html`<li><a href=${address(`disputes/${loaded.dispute.id}/files/${id}`)} download>${name}</a></li>`
  })}</ul>`
}
