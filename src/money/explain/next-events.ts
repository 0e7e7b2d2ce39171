import type { Instant } from '../../platform/base/times.ts'
import { isActive } from '../disputes/states.ts'
import { isReferred, leftToCapture } from '../payments/payment.ts'
import { daysLater, localDateOf, startOf } from '../plans/local-time.ts'
import { planAt } from '../plans/plan.ts'
import { amountToCollect, nextAttemptAt, nextStep } from '../plans/schedule.ts'
import type { SettledDay } from '../settlements/lines.ts'
import { cardOf, counted, sayDate } from './english/words.ts'
import type { Tone } from './event.ts'
import type { Facts } from './facts.ts'

/** A next event: it happens automatically, or waits for a person. */
export interface NextEvent {
  /** By the merchant's clock; null if it has no time. */
  readonly at: Instant | null
  readonly what: 'payment' | 'plan' | 'dispute' | 'settlement' | 'webhook'
  /** In minor units; null if it is about no amount. */
  readonly amountMinor: bigint | null
  readonly text: string
  readonly tone: Tone
}

/** Returns the next events, the soonest first; those without a time last. */
export function nextEventsOf(facts: Facts): NextEvent[] {
  if (facts.payment.isHeld) return [item('payment', null, 'a sandbox made it: it can only be read')]
  const events = [
    ...ofPayment(facts),
    ...ofPlan(facts),
    ...ofDisputes(facts),
    ...ofReturnRequests(facts),
    ...ofMessages(facts),
    ...ofSettlements(facts),
    ...ofWebhooks(facts),
  ]
  return events.sort((a, b) => (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER))
}

function item(what: NextEvent['what'], at: Instant | null, text: string, more: Partial<NextEvent> = {}): NextEvent {
  return { what, at, text, amountMinor: null, tone: 'plain', ...more }
}

function ofPayment({ payment }: Facts): NextEvent[] {
  const { status, dueAt } = payment
  if (dueAt === null) return []
  if (isReferred(payment)) {
    return [item('payment', dueAt, 'it is rejected, unless support has decided by then', { tone: 'wait' })]
  }
  if (status === 'CREATED') return [item('payment', dueAt, 'it expires, unless the customer has finished by then')]
  return [item('payment', dueAt, 'the service captures the rest by itself', { amountMinor: leftToCapture(payment) })]
}

function ofPlan({ plan }: Facts): NextEvent[] {
  if (plan === undefined) return []
  const { facts, now, collection } = plan
  const wait = (text: string, tone: Tone = 'wait'): NextEvent => item('plan', null, text, { tone })
  if (collection.chargeId !== null) return [wait('a charge is under way: nothing else is charged until it is known')]
  const { status } = planAt(facts, now)
  if (status === 'defaulted') return [wait('the plan is defaulted: a person decides', 'bad')]
  const events: NextEvent[] = []
  const step = nextStep(facts, now)
  if (step?.kind === 'remind') events.push(item('plan', step.at, 'the customer is reminded of what is due'))
  const attemptAt = nextAttemptAt(facts, now)
  if (attemptAt !== null) {
    const amountMinor = amountToCollect(facts, attemptAt)
    const card = cardOf(collection.card)
    const text = amountMinor > 0n ? `is charged to ${card}` : `an instalment is due; it waits for a capture`
    events.push(item('plan', attemptAt, text, { amountMinor: amountMinor > 0n ? amountMinor : null }))
  }
  if (step?.kind === 'default')
    events.push(item('plan', step.at, 'the plan is defaulted: a person decides', { tone: 'bad' }))
  if (step?.kind === 'write_off')
    events.push(item('plan', step.at, 'what is left is written off: too little for any card'))
  if (step?.kind === 'wait') {
    const reason = facts.isDisputed ? 'the dispute: nothing is charged until it is decided' : 'a capture'
    events.push(wait(`what is due waits for ${reason}`))
  }
  const isOver = status === 'completed' || status === 'cancelled'
  if (!isOver && facts.card.advice === 'never') {
    events.push(wait(`${cardOf(collection.card)} is not charged again: the customer has to give another card`, 'bad'))
  }
  return events
}

function ofDisputes({ cases }: Facts): NextEvent[] {
  return cases
    .filter(({ status }) => isActive(status))
    .map(({ status, dueAt, amountMinor }) => {
      const more = { amountMinor, tone: 'wait' } as const
      if (dueAt === null) return item('dispute', null, 'support decides the dispute', more)
      const ofCustomer = status === 'evidence_customer'
      const [who, winner] = ofCustomer ? ['the customer', 'the shop'] : ['the shop', 'the customer']
      return item('dispute', dueAt, `without an answer of ${who} the dispute is decided for ${winner}`, more)
    })
}

function ofReturnRequests({ returnRequests }: Facts): NextEvent[] {
  return returnRequests
    .filter(({ state }) => state === 'waiting')
    .map(({ amountMinor, requestedBy }) => {
      const text = `somebody else than ${requestedBy.name} confirms that it is given back by hand, or it is withdrawn`
      return item('payment', null, text, { amountMinor, tone: 'wait' })
    })
}

function ofSettlements({ lines, payment, leftOut }: Facts): NextEvent[] {
  const { currency, captures, refunds } = payment
  const booked = new Set(lines.map(({ id }) => id))
  const days = [...new Set(lines.map(({ day }) => day))]
  // Recent movements are not booked yet.
  const unbooked = leftOut.settlementLines > 0 ? [] : [...captures, ...refunds].filter(({ id }) => !booked.has(id))
  const openDates = [
    ...days.filter(({ status }) => status === 'open').map(({ date }) => date),
    ...unbooked.map(({ createdAt }) => localDateOf(createdAt, currency)),
  ]
  const closings = [...new Set(openDates)].map((date) =>
    item('settlement', startOf(daysLater(date, 1), currency), `what moved on ${sayDate(date)} is settled`),
  )
  return [...closings, ...ofPayouts(days)]
}

function ofMessages({ messages }: Facts): NextEvent[] {
  return messages
    .filter(({ state }) => state === 'waiting')
    .map(({ sendAt }) => item('plan', sendAt, 'the customer gets a text message that waits'))
}

function ofPayouts(days: readonly SettledDay[]): NextEvent[] {
  const carried = days.filter(({ status }) => status === 'carried').map(({ date }) => sayDate(date))
  const which = carried.length === 1 ? carried[0] : counted(carried.length, 'day')
  const unpaid = days.flatMap(({ payout }) => (payout !== null && payout.paidAt === null ? [payout.reference] : []))
  return [
    ...days
      .filter(({ status, payout }) => status === 'closed' && payout === null)
      .map(({ date, dueAt }) => item('settlement', dueAt, `what was settled of ${sayDate(date)} is paid out`)),
    ...[...new Set(unpaid)].map((reference) => item('settlement', null, `the bank confirms payout ${reference}`)),
    ...(carried.length === 0
      ? []
      : [item('settlement', null, `what was settled of ${which} goes into a later payout`)]),
  ]
}

function ofWebhooks({ announcements, clockOffsetMs }: Facts): NextEvent[] {
  const waiting = announcements.flatMap(({ deliveries }) =>
    deliveries.flatMap(({ nextAttemptAt, attempts }) =>
      nextAttemptAt === null || attempts === 0 ? [] : [nextAttemptAt],
    ),
  )
  if (waiting.length === 0) return []
  const at = waiting.reduce((first, next) => Math.min(first, next)) + clockOffsetMs
  const deliveries = counted(waiting.length, 'delivery to a webhook', 'deliveries to webhooks')
  return [item('webhook', at, `${deliveries} ${waiting.length === 1 ? 'is' : 'are'} tried again`, { tone: 'wait' })]
}
