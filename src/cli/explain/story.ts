import type { App } from '../../app/app.ts'
import type { PaymentId } from '../../base/ids.ts'
import { formatAmount } from '../../base/money.ts'
import { formatSeconds, type Instant, wholeSecond } from '../../base/times.ts'
import { getDecision } from '../../checkout/sessions/get-decision.ts'
import { getPlan, type LoadedPlan } from '../../collections/get-plan.ts'
import { listMessages } from '../../collections/messages/list-messages.ts'
import { planWire } from '../../collections/wire.ts'
import { serviceActor } from '../../merchants/caller.ts'
import { completeNotification } from '../../payments/notification/complete-notification.ts'
import { findPaymentOwner } from '../../payments/story/find-payment-owner.ts'
import { listSteps, type PaymentStep } from '../../payments/story/list-steps.ts'
import type { Decision } from '../../risk/judge.ts'
import { listNotifications } from '../../webhooks/notifications/list-notifications.ts'

/** One thing that happened to a payment. */
export interface StoryEvent {
  readonly at: string
  readonly what: 'decision' | 'change' | 'charge' | 'return' | 'message' | 'notification' | 'attempt'
  /** In words, for people. */
  readonly text: string
  /** The same for programs. */
  readonly details: Readonly<Record<string, unknown>>
}

/** All that is known of a payment, in the order in which it happened. */
export interface Story {
  readonly paymentId: string
  readonly merchantId: string
  readonly isTest: boolean
  readonly events: readonly StoryEvent[]
  readonly plan: Readonly<Record<string, unknown>> | null
}

/** Within its second a payment begins before anything is charged for it. */
const created = -1

type TimedEvent = Omit<StoryEvent, 'at'> & { readonly at: Instant; readonly order: number }

/** Gathers it; undefined where there is no such payment. Reads a plan as it is now; a payment whose time has come is settled by it. */
export async function tellStory(app: App, id: PaymentId): Promise<Story | undefined> {
  const owner = await findPaymentOwner(app, id)
  if (owner === undefined) return undefined
  const { merchantId, isTest, clockOffsetMs, currency } = owner
  const money = (minor: bigint): string => `${formatAmount(minor, currency)} ${currency}`
  const actor = serviceActor(merchantId, isTest, clockOffsetMs)
  const [decision, steps, plan, messages, notifications] = await Promise.all([
    getDecision(app, actor, id).catch(() => undefined),
    listSteps(app, merchantId, id),
    getPlan(app, actor, id).catch(() => undefined),
    listMessages(app, merchantId, id),
    listNotifications(app, completeNotification, { merchantId, isTest }, id),
  ])
  const [first] = steps
  const events: TimedEvent[] = [
    ...(decision === undefined || first === undefined ? [] : [decisionEvent(decision, first.at)]),
    ...steps.map((step) => stepEvent(step, money)),
    ...(plan === undefined ? [] : cardEvents(plan, money)),
    ...messages.map(({ kind, at, state, tries, text }) => {
      const said = `told the customer (${kind}, ${state}): ${text}`
      return { at, order: 4, what: 'message' as const, text: said, details: { kind, state, tries, text } }
    }),
    ...notifications.flatMap(({ sequence, createdAt, body, deliveries }): TimedEvent[] => {
      const { status } = body as { status?: string }
      const announced = { sequence, status, deliveries: deliveries.length }
      const text = `announced ${status} (notification ${sequence}) to ${deliveries.length} webhooks`
      return [
        { at: createdAt, order: 2, what: 'notification', text, details: announced },
        ...deliveries.flatMap((delivery) =>
          delivery.attempts.map((attempt): TimedEvent => {
            const answer = attempt.status === null ? 'no answer' : `answered ${attempt.status}`
            return {
              at: attempt.at,
              order: 5,
              what: 'attempt',
              text: `notification ${sequence} to ${delivery.url}: ${answer} after ${attempt.durationMs} ms`,
              details: { sequence, url: delivery.url, status: attempt.status, duration_ms: attempt.durationMs },
            }
          }),
        ),
      ]
    }),
  ]
  // A payment's changes are dated in whole seconds: within one, what is charged comes before what follows from it.
  events.sort((a, b) => wholeSecond(a.at) - wholeSecond(b.at) || a.order - b.order)
  return {
    paymentId: id,
    merchantId,
    isTest,
    events: events.map(({ order: _, at, ...event }) => ({ at: formatSeconds(at), ...event })),
    plan: plan === undefined ? null : planWire(plan).plan,
  }
}

function decisionEvent({ outcome, reason, rules }: Decision, at: Instant): TimedEvent {
  const figures = rules.map(({ name, limit, seen, spoke }) => {
    const figure = typeof seen === 'boolean' ? (seen ? 'yes' : 'no') : `${seen ?? 'nothing'} of ${limit}`
    return `${name} ${figure}${spoke ? ' (refused)' : ''}`
  })
  const text = `${outcome}${reason === null ? '' : ` (${reason})`} by risk rules: ${figures.join(', ')}`
  return { at, order: created, what: 'decision', text, details: { outcome, reason, rules } }
}

function stepEvent(step: PaymentStep, money: (minor: bigint) => string): TimedEvent {
  const { version, at, transition, actor, requestId, statusBefore, statusAfter, amountMinor, referenceId } = step
  const amount = amountMinor === null ? '' : ` ${money(amountMinor)}`
  const reference = referenceId ? ` (reference ${referenceId})` : ''
  const request = requestId === '' ? '' : ` in request ${requestId}`
  const status =
    statusBefore === statusAfter || statusBefore === null ? statusAfter : `${statusBefore} → ${statusAfter}`
  const entries = step.entries.map((entry) => ({ ...entry, amountMinor: undefined, amount: money(entry.amountMinor) }))
  const posted = entries.map(({ account, cause, amount: of }) => `${account} ${of} (${cause})`).join(', ')
  return {
    at,
    order: statusBefore === null ? created : 1,
    what: 'change',
    text: `${transition}${amount}${reference} by ${actor}${request}: ${status}${posted && `; ledger: ${posted}`}`,
    details: {
      version,
      transition,
      actor,
      request_id: requestId,
      status: statusAfter,
      reference: referenceId,
      entries,
    },
  }
}

function cardEvents({ charges, returns }: LoadedPlan, money: (minor: bigint) => string): TimedEvent[] {
  return [
    ...charges.map(({ id, kind, state, amountMinor, card, declineReason, createdAt, reference }): TimedEvent => {
      const why = declineReason === null || state === 'approved' ? '' : `: ${declineReason}`
      const text = `charge ${id} (${kind}) of ${money(amountMinor)} to ${card.brand} …${card.lastFour}: ${state}${why}`
      return {
        at: createdAt,
        order: 0,
        what: 'charge',
        text,
        details: { id, kind, state, amount: money(amountMinor), decline_reason: declineReason, reference },
      }
    }),
    ...returns.map(({ id, chargeId, amountMinor, state, createdAt }): TimedEvent => {
      const text = `${money(amountMinor)} of charge ${chargeId} goes back to its card: ${state}`
      const details = { id, charge_id: chargeId, amount: money(amountMinor), state }
      return { at: createdAt, order: 3, what: 'return', text, details }
    }),
  ]
}
