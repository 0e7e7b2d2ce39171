import type { Claim, ClaimItem } from '../../../platform/people/claims/claims.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { SupportVisit } from '../page.ts'
import { momentInUtc } from '../words/words.ts'

interface ClaimProps {
  readonly visit: SupportVisit
  readonly item: ClaimItem
  readonly claim: Claim | undefined
}

function formatItem({ kind, id }: ClaimItem): string {
  return `${kind}.${id}`
}

/** Who works on the item of a page, and the button that takes it, gives it back or takes it over. */
export function ClaimPanel({ visit, item, claim }: ClaimProps): Content {
  const { words, session } = visit
  const { texts } = words
  const since = claim === undefined ? '' : momentInUtc(words, claim.takenAt)
  const isOwn = claim?.agentId === session.personId
  const text =
    claim === undefined
      ? texts.itemIsFree
      : isOwn
        ? texts.itemIsYours(since)
        : texts.itemIsTaken(isolated(claim.name), since)
  const [name, label] =
    claim === undefined
      ? (['take', texts.take] as const)
      : isOwn
        ? (['give_back', texts.giveBack] as const)
        : (['take_over', texts.takeOver] as const)
  return html`<section class=${claim !== undefined && !isOwn ? 'claim claim-taken' : 'claim'} aria-label=${texts.takenBy}>
    <p>${text}</p>
    ${VisitForm({
      ...{ visit, to: 'claims', hidden: { holder: claim?.agentId ?? '' } },
      children: html`<button class="button" type="submit" name=${name} value=${formatItem(item)}>${label}</button>`,
    })}
  </section>`
}

/** The cell of a queue's row: who has taken it and since when, or the button that takes it. Inside a form. */
export function ClaimCell({ visit, item, claim }: ClaimProps): Content {
  const { words, session } = visit
  const { texts } = words
  const value = formatItem(item)
  const button = (name: string, label: string, ariaLabel: string): Content =>
    html`<button class="button" type="submit" name=${name} value=${value} aria-label=${ariaLabel}>${label}</button>`
  if (claim === undefined) return button('take', texts.take, texts.takeItem(leftToRight(item.id)))
  const since = momentInUtc(words, claim.takenAt)
  if (claim.agentId !== session.personId) return texts.takenSince(isolated(claim.name), since)
  return html`${texts.takenByYou(since)} ${button('give_back', texts.giveBack, texts.giveBackItem(leftToRight(item.id)))}`
}
