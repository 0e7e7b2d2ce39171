import type { StoryEvent } from '../../../money/explain/event.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { SupportWords } from '../words/words.ts'

type Details = Readonly<Record<string, unknown>>

/** What happened, in a word or two of the page's language. */
export function sayKind({ what, kind, details }: StoryEvent, { texts }: SupportWords): string {
  const kinds: Readonly<Record<string, string>> = texts.storyKinds
  const disputeEvents: Readonly<Record<string, string>> = texts.disputeEvents
  if (what === 'dispute') return texts.inDispute(disputeEvents[textIn(details, 'event')] ?? kind)
  return kinds[`${what} ${kind}`] ?? kinds[kind] ?? kind
}

/** What else there is to say: who did it, which reference, which card, why not. */
export function sayNote({ what, details }: StoryEvent, words: SupportWords): string {
  const { texts } = words
  const by = sayWho(textIn(details, 'actor'), words)
  const reference = textIn(details, 'reference')
  const parts: Readonly<Partial<Record<StoryEvent['what'], readonly string[]>>> = {
    change: [by, reference && texts.withReference(isolated(reference))],
    decision: rulesIn(details, words),
    charge: [cardIn(details), sayDecline(textIn(details, 'decline_reason'), words)],
    card: [leftToRight(`${textIn(details, 'brand')} …${textIn(details, 'last_four')}`)],
    message: [sayMessage(textIn(details, 'kind'), words)],
    dispute: [by],
    return_request: [sayWho(textIn(details, 'by'), words)],
    settlement: [textIn(details, 'date')],
    payout: [isolated(textIn(details, 'reference'))],
  }
  return (parts[what] ?? []).filter((part) => part !== '').join(' · ')
}

function sayWho(actor: string, { texts }: SupportWords): string {
  if (actor === '') return ''
  if (actor.startsWith('key ')) return texts.byShop(leftToRight(actor.slice('key '.length)))
  const known: Readonly<Record<string, string>> = texts.byKnown
  return known[actor] ?? isolated(actor)
}

function rulesIn({ rules }: Details, { texts }: SupportWords): string[] {
  if (!Array.isArray(rules)) return []
  const names: Readonly<Record<string, string>> = texts.ruleNames
  return rules
    .filter((rule: { spoke?: boolean }) => rule.spoke)
    .map((rule: { name: string }) => names[rule.name] ?? rule.name)
}

function cardIn({ card }: Details): string {
  const { brand, last_four } = (card ?? {}) as { brand?: string; last_four?: string }
  return brand === undefined ? '' : leftToRight(`${brand} …${last_four}`)
}

function sayDecline(reason: string, { texts }: SupportWords): string {
  const reasons: Readonly<Record<string, string>> = texts.declineReasons
  return reason === '' ? '' : (reasons[reason] ?? reason)
}

function sayMessage(kind: string, { texts }: SupportWords): string {
  const kinds: Readonly<Record<string, string>> = texts.messageKinds
  return kinds[kind] ?? kind
}

function textIn(details: Details, name: string): string {
  const value = details[name]
  return typeof value === 'string' ? value : ''
}
