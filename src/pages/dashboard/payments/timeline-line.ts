import type { About, StoryEvent, Tone } from '../../../money/explain/event.ts'
import { isDisputeReference, isReturnReference } from '../../../money/payments/service-references.ts'
import type { PaymentStep } from '../../../money/payments/timeline/timeline.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { DisclosedFacts } from '../../back-office/disclosure/disclose-facts.ts'
import { eventText } from '../disputes/status.ts'
import type { DashboardWords } from '../words/words.ts'

/** One thing that happened, as people at the merchant read it. */
export interface TimelineLine {
  readonly at: Instant
  readonly tone: Tone
  readonly text: string
  /** In minor units. */
  readonly amountMinor: bigint | null
  /** Who did it; empty where it is said already. */
  readonly by: string
  /** References, fees and the like. */
  readonly notes: readonly string[]
  /** The page of what it is about, below the mode. */
  readonly path?: string
}

type Told = Pick<TimelineLine, 'text'> & Partial<Pick<TimelineLine, 'by' | 'notes' | 'path'>>

interface Context {
  readonly facts: DisclosedFacts
  readonly words: DashboardWords
}

/**
 * The events in the language of a page, in their order. What is the customer's or the service's own is left out: their card, the bank's
 * reasons, risk rules, and what only keeps the books.
 */
export function timelineOf(events: readonly StoryEvent[], context: Context): TimelineLine[] {
  return events.flatMap((event) => {
    const told = event.about === undefined ? undefined : tell(event.about, context)
    if (told === undefined) return []
    const { at, tone, amountMinor } = event
    return [{ at, tone, amountMinor, by: '', notes: [], ...told }]
  })
}

function tell(about: About, context: Context): Told | undefined {
  const { texts, longDate } = context.words
  switch (about.kind) {
    case 'change':
      return tellChange(about.step, about.earlierReference, context)
    case 'charge':
      return tellCharge(about, context)
    case 'return':
      return {
        text: { waiting: texts.goesBack, confirmed: texts.wentBack, failed: texts.didNotArrive }[about.sent.state],
      }
    case 'message': {
      const { kind, state } = about.message
      const note = { waiting: texts.messageWaiting, sending: '', sent: '', failed: texts.messageFailed }[state]
      return { text: texts.messages[kind], notes: note === '' ? [] : [note] }
    }
    case 'dispute': {
      const { dispute, event } = about
      return {
        text: eventText(event.eventType, context.words),
        notes: [texts.aboutDispute],
        path: `disputes/${dispute.id}`,
        by: byOther(event.actor, context),
      }
    }
    case 'settlement':
      return { text: texts.wasSettled(longDate(about.day.date)), path: `settlements/${about.day.id}` }
    case 'payout': {
      const { payout } = about.day
      const say = payout?.paidAt == null ? texts.isPaidOut : texts.wasPaidOut
      return { text: say(leftToRight(payout?.reference ?? '')), path: 'payouts' }
    }
    case 'default':
      return { text: texts.wasDefaulted }
  }
}

function tellChange(step: PaymentStep, earlierReference: string | null, context: Context): Told | undefined {
  const { facts, words } = context
  const { texts } = words
  const { transition, statusAfter, referenceId } = step
  const isForDispute = isDisputeReference(step.serviceReference)
  const by = step.serviceReference === null || isForDispute ? sayWho(step.actor, words) : whoseOf(step, texts)
  switch (transition) {
    case 'create':
      return { text: statusAfter === 'REJECTED' ? texts.wasRefused : texts.wasCreated, by }
    case 'authorize':
      return { text: texts.wasAuthorized, by }
    case 'reject':
      return { text: texts.wasRejected }
    case 'expire':
      return { text: texts.wasExpired }
    case 'capture':
      return {
        text: statusAfter === 'CLOSED' ? texts.wasCapturedLast : texts.wasCaptured,
        by,
        notes: notesOf(step, context),
      }
    case 'refund':
      return { text: isForDispute ? texts.wasRefundedForDispute : texts.wasRefunded, by, notes: notesOf(step, context) }
    case 'close':
      return { text: facts.payment.capturedMinor === 0n ? texts.wasCancelled : texts.wasClosed, by }
    case 'update_reference':
      return { text: texts.wasRenamed(isolated(earlierReference ?? ''), isolated(referenceId ?? '')), by }
    case 'fail_return':
      return { text: texts.didNotArrive }
    case 'write_off':
      return { text: texts.wasWrittenOff }
    case 'collect':
    case 'open_dispute':
    case 'end_dispute':
      return undefined
  }
}

// Which of support's people gave money back by hand, is support's.
function whoseOf({ serviceReference }: PaymentStep, texts: DashboardWords['texts']): string {
  return isReturnReference(serviceReference) ? texts.whoSupport : texts.whoService
}

function notesOf({ movementId, referenceId, feeMinor, vatMinor }: PaymentStep, { facts, words }: Context): string[] {
  const { texts } = words
  const { currency, refunds } = facts.payment
  const refund = refunds.find(({ id }) => id === movementId)
  const reason = refund === undefined || refund.isByService ? '' : refund.body.reason
  const [fee, vat] = [feeMinor ?? 0n, vatMinor ?? 0n]
  const money = (minor: bigint): string => words.money(minor < 0n ? -minor : minor, currency)
  const sayFee = fee < 0n || vat < 0n ? texts.feeBackNote : texts.feeNote
  return [
    ...(reason === '' ? [] : [isolated(reason)]),
    ...(referenceId ? [texts.reference(isolated(referenceId))] : []),
    ...(fee === 0n && vat === 0n ? [] : [sayFee(money(fee), money(vat))]),
  ]
}

function tellCharge({ charge, installments }: Extract<About, { kind: 'charge' }>, { words }: Context): Told {
  const { texts } = words
  const what = texts.part(words.list(installments.map((number) => words.number(number))))
  switch (charge.state) {
    case 'approved':
      return { text: texts.wasCharged(what), by: charge.kind === 'scheduled' ? texts.whoService : '' }
    case 'declined':
    case 'written_off':
      return { text: texts.wasDeclined(what) }
    case 'voided':
      return { text: texts.wasVoided(what) }
    case 'open':
    case 'challenged':
    case 'to_void':
      return { text: texts.isCharging(what) }
  }
}

// What the customer and the service do to a dispute says who it was.
function byOther(actor: string, { words }: Context): string {
  return actor === '' || actor === 'customer' || actor === 'service' || actor === 'support' ? '' : sayWho(actor, words)
}

function sayWho(actor: string, { texts }: DashboardWords): string {
  if (actor === 'customer') return texts.whoCustomer
  if (actor === 'service') return texts.whoService
  if (actor === 'support') return texts.whoSupport
  return actor.startsWith('key ') ? texts.whoKey(leftToRight(actor.slice('key '.length))) : isolated(actor)
}
