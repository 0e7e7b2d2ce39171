import {
  type ChangeKind,
  type ChargeKind,
  type DecisionKind,
  lookUp,
  type StoryEvent,
  type StoryKind,
  type StoryTable,
} from '../../../money/explain/event.ts'
import type { Card } from '../../../platform/adapters/card-processor.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { SupportWords } from '../words/words.ts'
import { sayPort } from './say-port.ts'

/** An event of the timeline. Notifications have a panel of their own. */
export type TimelineEvent = StoryEvent<Exclude<StoryKind, 'notification' | 'attempt'>>

/** Returns whether the timeline shows the event. */
export function isInTimeline(event: StoryEvent): event is TimelineEvent {
  return event.kind !== 'notification' && event.kind !== 'attempt'
}

/** Returns the kind of an event in a word or two of the page's language. */
export function sayKind(event: TimelineEvent, { texts }: SupportWords): string {
  switch (event.kind) {
    case 'dispute_opened':
    case 'dispute_changed':
      return texts.inDispute(texts.disputeEvents[event.change.eventType])
    default:
      return texts.storyKinds[event.kind]
  }
}

/** Returns the rest of an event: the actor, the reference, the card, the reason. Empty if there is none. */
export function sayNote(event: TimelineEvent, words: SupportWords): string {
  return lookUp(notes, event, words)
    .filter((part) => part !== '')
    .join(' · ')
}

const none = (): readonly string[] => []

const notes: StoryTable<SupportWords, readonly string[]> = {
  decision_approved: decisionNotes,
  decision_refused: decisionNotes,
  decision_referred: decisionNotes,
  created: changeNotes,
  refused: changeNotes,
  authorized: changeNotes,
  rejected: changeNotes,
  referral_approved: changeNotes,
  expired: changeNotes,
  captured: changeNotes,
  refunded: changeNotes,
  closed: changeNotes,
  renamed: changeNotes,
  return_owed: changeNotes,
  written_off: changeNotes,
  collected: changeNotes,
  refunds_held: changeNotes,
  refunds_released: changeNotes,
  customer_corrected: changeNotes,
  customer_erased: changeNotes,
  charge_open: chargeNotes,
  charge_challenged: chargeNotes,
  charge_approved: chargeNotes,
  charge_declined: chargeNotes,
  charge_written_off: chargeNotes,
  charge_to_void: chargeNotes,
  charge_voided: chargeNotes,
  return_waiting: none,
  return_confirmed: none,
  return_failed: none,
  return_sent: none,
  return_reversed: none,
  card_replaced: ({ card }) => [sayCard(card)],
  plan_defaulted: none,
  customer_message: ({ message }, { texts }) => [texts.messageKinds[message.kind]],
  notification: none,
  attempt: none,
  dispute_opened: ({ change }, words) => [sayActor(change.actor, words)],
  dispute_changed: ({ change }, words) => [sayActor(change.actor, words)],
  return_requested: ({ by }, words) => [sayActor(by, words)],
  return_request_confirmed: ({ by }, words) => [sayActor(by, words)],
  return_request_withdrawn: ({ by }, words) => [sayActor(by, words)],
  settled: ({ day }) => [day.date],
  payout_created: ({ payout }) => [isolated(payout.reference)],
  payout_paid: ({ payout }) => [isolated(payout.reference)],
}

function decisionNotes({ decision: { rules, port } }: StoryEvent<DecisionKind>, words: SupportWords): string[] {
  const spoken = rules.filter(({ spoke }) => spoke).map(({ name }) => words.texts.ruleNames[name])
  return port === undefined ? spoken : [...spoken, ...sayPort(port, words)]
}

function changeNotes({ step }: StoryEvent<ChangeKind>, words: SupportWords): string[] {
  const { actor, referenceId } = step
  return [sayActor(actor, words), referenceId ? words.texts.withReference(isolated(referenceId)) : '']
}

function chargeNotes({ charge }: StoryEvent<ChargeKind>, { texts }: SupportWords): string[] {
  const { card, declineReason } = charge
  return [sayCard(card), declineReason === null ? '' : texts.declineReasons[declineReason]]
}

function sayCard({ brand, lastFour }: Card): string {
  return leftToRight(`${brand} …${lastFour}`)
}

function sayActor(actor: string, { texts }: SupportWords): string {
  if (actor === '') return ''
  if (actor.startsWith('key ')) return texts.byShop(leftToRight(actor.slice('key '.length)))
  const known: Readonly<Record<string, string>> = texts.byKnown
  return known[actor] ?? isolated(actor)
}
