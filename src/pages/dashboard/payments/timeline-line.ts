import {
  type ChangeKind,
  type ChargeKind,
  lookUp,
  type StoryEvent,
  type StoryTable,
  type Tone,
} from '../../../money/explain/event.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { DisclosedFacts } from '../../back-office/disclosure/disclose-facts.ts'
import { eventText } from '../disputes/status.ts'
import type { DashboardWords } from '../words/words.ts'

/** An event of a payment, as people at the merchant read it. */
export interface TimelineLine {
  readonly at: Instant
  readonly tone: Tone
  readonly text: string
  /** In minor units. */
  readonly amountMinor: bigint | null
  /** The actor; empty if the text names it. */
  readonly by: string
  /** References, fees and similar details. */
  readonly notes: readonly string[]
  /** The page of the dispute, settlement or payout, below the mode. */
  readonly path?: string
}

type LineText = Pick<TimelineLine, 'text'> & Partial<Pick<TimelineLine, 'by' | 'notes' | 'path'>>

interface Context {
  readonly facts: DisclosedFacts
  readonly words: DashboardWords
}

/** Returns the events that a merchant may read, in the language of the page and in their order. */
export function timelineOf(events: readonly StoryEvent[], context: Context): TimelineLine[] {
  return events.flatMap((event) => {
    const line = lookUp(lines, event, context)
    if (line === undefined) return []
    const { at, tone, amountMinor } = event
    return [{ at, tone, amountMinor, by: '', notes: [], ...line }]
  })
}

const hidden = (): undefined => undefined

/**
 * Events without a line for the merchant: the customer's card, the bank's reasons, risk rules, and internal
 * bookings.
 */
const lines: StoryTable<Context, LineText | undefined> = {
  decision_approved: hidden,
  decision_refused: hidden,
  decision_referred: (_, { words }) => ({ text: words.texts.wasReferred }),
  created: (event, { words }) => ({ text: words.texts.wasCreated, by: actorOf(event, words) }),
  refused: (event, { words }) => ({ text: words.texts.wasRefused, by: actorOf(event, words) }),
  authorized: (event, { words }) => ({ text: words.texts.wasAuthorized, by: actorOf(event, words) }),
  rejected: (_, { words }) => ({ text: words.texts.wasRejected }),
  referral_approved: (_, { words }) => ({ text: words.texts.wasReferralApproved }),
  expired: (_, { words }) => ({ text: words.texts.wasExpired }),
  captured: (event, { facts, words }) => ({
    text: event.isLast ? words.texts.wasCapturedLast : words.texts.wasCaptured,
    by: actorOf(event, words),
    notes: notesOf(event, '', { facts, words }),
  }),
  refunded: (event, { facts, words }) => ({
    text: event.cause === 'dispute' ? words.texts.wasRefundedForDispute : words.texts.wasRefunded,
    by: actorOf(event, words),
    notes: notesOf(event, event.reason, { facts, words }),
  }),
  closed: (event, { words }) => {
    const { texts } = words
    return { text: event.capturedMinor === 0n ? texts.wasCancelled : texts.wasClosed, by: actorOf(event, words) }
  },
  renamed: (event, { words }) => {
    const [from, to] = [isolated(event.earlierReference ?? ''), isolated(event.step.referenceId ?? '')]
    return { text: words.texts.wasRenamed(from, to), by: actorOf(event, words) }
  },
  return_owed: (_, { words }) => ({ text: words.texts.didNotArrive }),
  written_off: (_, { words }) => ({ text: words.texts.wasWrittenOff }),
  collected: hidden,
  refunds_held: hidden,
  refunds_released: hidden,
  customer_corrected: (event, { words }) => ({ text: words.texts.customerCorrected, by: actorOf(event, words) }),
  customer_erased: (event, { words }) => ({ text: words.texts.customerErased, by: actorOf(event, words) }),
  charge_open: (event, { words }) => ({ text: words.texts.isCharging(partsOf(event, words)) }),
  charge_challenged: (event, { words }) => ({ text: words.texts.isCharging(partsOf(event, words)) }),
  charge_approved: (event, { words }) => ({
    text: words.texts.wasCharged(partsOf(event, words)),
    by: event.charge.kind === 'scheduled' ? words.texts.whoService : '',
  }),
  charge_declined: (event, { words }) => ({ text: words.texts.wasDeclined(partsOf(event, words)) }),
  charge_written_off: (event, { words }) => ({ text: words.texts.wasDeclined(partsOf(event, words)) }),
  charge_to_void: (event, { words }) => ({ text: words.texts.isCharging(partsOf(event, words)) }),
  charge_voided: (event, { words }) => ({ text: words.texts.wasVoided(partsOf(event, words)) }),
  return_waiting: (_, { words }) => ({ text: words.texts.goesBack }),
  return_confirmed: (_, { words }) => ({ text: words.texts.wentBack }),
  return_failed: (_, { words }) => ({ text: words.texts.didNotArrive }),
  return_sent: hidden,
  return_reversed: hidden,
  card_replaced: hidden,
  plan_defaulted: (_, { words }) => ({ text: words.texts.wasDefaulted }),
  customer_message: ({ message: { kind, state } }, { words: { texts } }) => {
    const note = { waiting: texts.messageWaiting, sending: '', sent: '', failed: texts.messageFailed }[state]
    return { text: texts.messages[kind], notes: note === '' ? [] : [note] }
  },
  notification: hidden,
  attempt: hidden,
  dispute_opened: disputeLine,
  dispute_changed: disputeLine,
  return_requested: hidden,
  return_request_confirmed: hidden,
  return_request_withdrawn: hidden,
  settled: ({ day }, { words }) => {
    return { text: words.texts.wasSettled(words.longDate(day.date)), path: `settlements/${day.id}` }
  },
  payout_created: ({ payout }, { words }) => {
    return { text: words.texts.isPaidOut(leftToRight(payout.reference)), path: 'payouts' }
  },
  payout_paid: ({ payout }, { words }) => {
    return { text: words.texts.wasPaidOut(leftToRight(payout.reference)), path: 'payouts' }
  },
}

function disputeLine(
  { dispute, change }: StoryEvent<'dispute_opened' | 'dispute_changed'>,
  { words }: Context,
): LineText {
  const { eventType, actor } = change
  // The text names the customer, the service and support.
  const isNamed = ['', 'customer', 'service', 'support'].includes(actor)
  return {
    text: eventText(eventType, words),
    notes: [words.texts.aboutDispute],
    path: `disputes/${dispute.id}`,
    by: isNamed ? '' : sayActor(actor, words),
  }
}

// The name of the agent who refunded by hand is not shown to the merchant.
function actorOf({ step, cause }: StoryEvent<ChangeKind>, words: DashboardWords): string {
  if (cause === 'by_hand') return words.texts.whoSupport
  return cause === 'schedule' ? words.texts.whoService : sayActor(step.actor, words)
}

function notesOf(
  { step }: StoryEvent<'captured' | 'refunded'>,
  reason: string,
  { facts, words }: Context,
): readonly string[] {
  const { referenceId, feeMinor, vatMinor } = step
  const { texts } = words
  const [fee, vat] = [feeMinor ?? 0n, vatMinor ?? 0n]
  const money = (minor: bigint): string => words.money(minor < 0n ? -minor : minor, facts.payment.currency)
  const sayFee = fee < 0n || vat < 0n ? texts.feeBackNote : texts.feeNote
  return [
    ...(reason === '' ? [] : [isolated(reason)]),
    ...(referenceId ? [texts.reference(isolated(referenceId))] : []),
    ...(fee === 0n && vat === 0n ? [] : [sayFee(money(fee), money(vat))]),
  ]
}

function partsOf({ installments }: StoryEvent<ChargeKind>, words: DashboardWords): string {
  return words.texts.part(words.list(installments.map((number) => words.number(number))))
}

function sayActor(actor: string, { texts }: DashboardWords): string {
  if (actor === 'customer') return texts.whoCustomer
  if (actor === 'service') return texts.whoService
  if (actor === 'support') return texts.whoSupport
  return actor.startsWith('key ') ? texts.whoKey(leftToRight(actor.slice('key '.length))) : isolated(actor)
}
