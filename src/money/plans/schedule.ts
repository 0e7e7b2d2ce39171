import { type Currency, least } from '../../platform/base/money.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import { collectionTimeOf, daysLater, type LocalDate, localDateOf, nextCollectionTime, startOf } from './local-time.ts'
import { type Installment, leftOf, type PlanFacts, planAt } from './plan.ts'

/** Days after the first decline of the oldest instalment that is not covered (docs/contract/money.md#collection). */
const retryDays = [1, 3, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84] as const
const reminderDays = 3
const defaultDays = 90
/** Whatever else is said, a card is declined no more often for a payment within so many days. */
const maxDeclines = { count: 15, days: 30 } as const

/** What the service does by itself follows from the plan, and from this. */
export interface CollectionFacts extends PlanFacts {
  /** What may be charged: captured − refunded − paid. */
  readonly collectableMinor: bigint
  /** Whether more may be captured: then what is due waits for it. */
  readonly isOpen: boolean
  readonly lastCapturedAt: Instant | null
  readonly card: CardFacts
  /** When the service tried last by itself. */
  readonly lastTriedAt: Instant | null
  /** The last due date that the customer was reminded of. */
  readonly remindedFor: LocalDate | null
}

/** The card that is charged. */
export interface CardFacts {
  /** When it was given; null for the card of the checkout. */
  readonly since: Instant | null
  /** When it was declined, whenever that was. */
  readonly declinedAt: readonly Instant[]
  /** When it was declined since it was given. */
  readonly declinedSinceAt: readonly Instant[]
  /** What its last decline advised: `never` is not tried again, `not_alone` only once more at each due date. */
  readonly advice: 'retry' | 'not_alone' | 'never'
  /** What can be charged to it: no less than the smallest, whole steps. */
  readonly limits: { readonly smallestMinor: bigint; readonly stepMinor: bigint }
}

/**
 * The next thing that happens by itself. `wait`: look again, for nothing is owed yet of what is due. `write_off`: no card can be charged
 * what is left.
 */
export interface Step {
  readonly kind: 'default' | 'remind' | 'collect' | 'write_off' | 'wait'
  readonly at: Instant
}

/** The next step of a payment's collection; undefined where nothing happens by itself any more. A step of the past is due now. */
export function nextStep(facts: CollectionFacts, now: Instant): Step | undefined {
  const open = openInstallments(facts, now)
  if (open.length === 0) return undefined
  const end = defaultTime(facts, open, now)
  // From then on nothing is tried, also not what should have been before.
  if (end !== undefined && end <= now) return { kind: 'default', at: end }
  const attempt = nextAttempt(facts, open, now)
  const steps: (Step | undefined)[] = [
    // In place of an attempt at the same time.
    stepAt('default', end),
    stepAt('remind', reminderTime(facts, open, now)),
    stepAt('collect', attempt),
    stepAt('write_off', attempt === undefined ? writeOffTime(facts, open, now) : undefined),
    stepAt('wait', attempt === undefined && facts.isOpen ? nextCollectionTime(now, facts.currency) : undefined),
  ]
  return steps.reduce((first, step) => (first && step && first.at <= step.at ? first : (step ?? first)), undefined)
}

/**
 * When a charge is tried next by itself, and never before now: what has waited for a charge under way is tried at once. Null where that
 * does not happen (docs/contract/money.md#sandbox-money).
 */
export function nextAttemptAt(facts: CollectionFacts, now: Instant): Instant | null {
  const open = openInstallments(facts, now)
  if (open.length === 0) return null
  const attempt = nextAttempt(facts, open, now)
  const end = defaultTime(facts, open, now)
  if (attempt === undefined) return null
  const at = Math.max(attempt, now)
  return end !== undefined && end <= at ? null : at
}

/** What one charge takes now of the instalments due: never more than is collectable, in whole steps; 0 where that is too little. */
export function amountToCollect(facts: CollectionFacts, now: Instant): bigint {
  return chargeableAmount(facts, dueOf(facts, openInstallments(facts, now), now))
}

/** What a card can be charged of an amount: whole steps, and nothing below the smallest. */
export function chargeable(amountMinor: bigint, { smallestMinor, stepMinor }: CardFacts['limits']): bigint {
  const whole = amountMinor - (amountMinor % stepMinor)
  return whole >= smallestMinor && whole > 0n ? whole : 0n
}

// None while the plan is defaulted: then a person decides.
function openInstallments(facts: CollectionFacts, now: Instant): readonly Installment[] {
  const { status, installments } = planAt(facts, now)
  return status === 'defaulted' ? [] : installments.filter((installment) => leftOf(installment) > 0n)
}

function dueOf({ currency }: CollectionFacts, open: readonly Installment[], at: Instant): readonly Installment[] {
  const today = localDateOf(at, currency)
  return open.filter(({ dueDate }) => dueDate <= today)
}

function chargeableAmount({ collectableMinor, card }: CollectionFacts, of: readonly Installment[]): bigint {
  const left = of.reduce((sum, installment) => sum + leftOf(installment), 0n)
  return collectableMinor <= 0n ? 0n : chargeable(least(left, collectableMinor), card.limits)
}

function stepAt(kind: Step['kind'], at: Instant | undefined): Step | undefined {
  return at === undefined ? undefined : { kind, at }
}

function nextAttempt(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, collectableMinor, card, lastTriedAt } = facts
  const due = dueOf(facts, open, now)
  // What is due waits for a capture, and what comes later with it.
  if (card.advice === 'never' || (collectableMinor <= 0n && due.length > 0)) return undefined
  const earliest = earliestAttempt(facts)
  // What is too little to be charged is carried into a later charge.
  const isEnough = (dueDate: LocalDate): boolean =>
    collectableMinor <= 0n ||
    chargeableAmount(
      facts,
      open.filter((installment) => installment.dueDate <= dueDate),
    ) > 0n
  const times = open
    .filter(({ dueDate }) => isEnough(dueDate))
    .map(({ dueDate }) => collectionTimeOf(dueDate, currency))
  const [oldest] = due
  if (oldest !== undefined && chargeableAmount(facts, due) > 0n) {
    const first = firstDecline(card.declinedSinceAt, oldest, currency)
    if (first === undefined) times.push(Math.max(collectionTimeOf(oldest.dueDate, currency), earliest))
    else if (card.advice === 'retry') times.push(...retryTimes(facts, first))
  }
  const left = times.filter((at) => lastTriedAt === null || at > lastTriedAt)
  return left.length === 0 ? undefined : withinLimit(facts, Math.max(Math.min(...left), earliest))
}

/** What became collectable after its time, and what another card is to pay, is tried at the next 09:00 and not at once. */
function earliestAttempt({ currency, card, lastCapturedAt }: CollectionFacts): Instant {
  const since = Math.max(card.since ?? Number.NEGATIVE_INFINITY, lastCapturedAt ?? Number.NEGATIVE_INFINITY)
  return since === Number.NEGATIVE_INFINITY ? since : nextCollectionTime(since, currency)
}

function retryTimes({ currency }: CollectionFacts, first: Instant): Instant[] {
  const from = localDateOf(first, currency)
  return retryDays.map((days) => collectionTimeOf(daysLater(from, days), currency))
}

/** The first of these declines since the instalment is due. */
function firstDecline(
  declinedAt: readonly Instant[],
  { dueDate }: Installment,
  currency: Currency,
): Instant | undefined {
  return declinedAt.find((at) => at >= startOf(dueDate, currency))
}

function withinLimit({ currency, card }: CollectionFacts, from: Instant): Instant {
  let at = from
  while (isDeclinedTooOften(card, at)) at = nextCollectionTime(at, currency)
  return at
}

/** Whether the card may be charged then, whoever asks: not after a decline for good, nor too often in the days before. */
export function mayTry(card: Pick<CardFacts, 'advice' | 'declinedAt'>, at: Instant): boolean {
  return card.advice !== 'never' && !isDeclinedTooOften(card, at)
}

function isDeclinedTooOften({ declinedAt }: Pick<CardFacts, 'declinedAt'>, at: Instant): boolean {
  return declinedAt.filter((declined) => declined > at - maxDeclines.days * day).length >= maxDeclines.count
}

// The 90th day after the oldest due date; later only where the first attempt came later. A card that is not to be charged again is not
// even tried, and ends there, too.
function defaultTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, collectableMinor, card } = facts
  const [oldest] = card.advice === 'never' ? open : dueOf(facts, open, now)
  if (oldest === undefined || collectableMinor <= 0n) return undefined
  const first = firstDecline(facts.declinedAt, oldest, currency)
  if (first === undefined && card.advice !== 'never') return undefined
  const end = collectionTimeOf(daysLater(oldest.dueDate, defaultDays), currency)
  return first === undefined ? end : Math.max(end, nextCollectionTime(first, currency))
}

function reminderTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, remindedFor } = facts
  const next = open.find(({ dueDate }) => {
    return (remindedFor === null || dueDate > remindedFor) && now < collectionTimeOf(dueDate, currency)
  })
  return next && collectionTimeOf(daysLater(next.dueDate, -reminderDays), currency)
}

// At the end, when no later charge can take it with it.
function writeOffTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, isOpen, collectableMinor, card } = facts
  const last = open.at(-1)
  if (last === undefined || isOpen || collectableMinor <= 0n || chargeableAmount(facts, open) > 0n) return undefined
  if (card.advice === 'never' || dueOf(facts, open, now).length < open.length) return undefined
  return Math.max(collectionTimeOf(last.dueDate, currency), earliestAttempt(facts))
}
