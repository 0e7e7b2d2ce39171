import type { Currency } from '../../platform/base/markets.ts'
import { least } from '../../platform/base/money.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import {
  collectionTimeOf,
  daysLater,
  type LocalDate,
  localDateOf,
  monthsLater,
  nextCollectionTime,
  startOf,
} from './local-time.ts'
import { type Installment, leftOf, type PlanFacts, planAt } from './plan.ts'

/** Retries: days after the first decline of the oldest open instalment (docs/contract/money.md#collection). */
const retryDays = [1, 3, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84] as const
const reminderDays = 3
const defaultDays = 90
/** The maximal number of declines of a card for one payment within these days. */
const maxDeclines = { count: 15, days: 30 } as const

/** The facts that decide the next step of a collection. */
export interface CollectionFacts extends PlanFacts {
  /** The collectable amount: captured − refunded + kept fee − paid − written off. */
  readonly collectableMinor: bigint
  /** Whether more may be captured: then a due part waits for the capture. */
  readonly isOpen: boolean
  readonly lastCapturedAt: Instant | null
  readonly card: CardFacts
  /** The service's last scheduled charge. */
  readonly lastTriedAt: Instant | null
  /** The last due date with a reminder. */
  readonly remindedFor: LocalDate | null
  /** Whether a dispute is open: until it ends the service charges nothing and reminds of nothing. */
  readonly isDisputed: boolean
  /** After a dispute: nothing is charged before this time. */
  readonly quietUntil: Instant | null
  /** Whether the service charges one part in a calendar month, and when it last did. */
  readonly isOneAMonth: boolean
  readonly lastChargedAt: Instant | null
}

/** The card for later charges. */
export interface CardFacts {
  /** When the customer entered it; null for the card of the checkout. */
  readonly since: Instant | null
  /** All its declines. */
  readonly declinedAt: readonly Instant[]
  /** Its declines since it was entered. */
  readonly declinedSinceAt: readonly Instant[]
  /**
   * The advice of its last decline. `never`: no further charge. `not_alone`: one more scheduled charge at each due
   * date.
   */
  readonly advice: 'retry' | 'not_alone' | 'never'
  /** The smallest amount that it can be charged, and its step. */
  readonly limits: { readonly smallestMinor: bigint; readonly stepMinor: bigint }
}

/**
 * A step of a collection. `wait`: check again later, because the due part is not captured yet, or a dispute is open.
 * `write_off`: the rest is too small for any card.
 */
export interface Step {
  readonly kind: 'default' | 'remind' | 'collect' | 'write_off' | 'wait'
  readonly at: Instant
}

/** Returns the next step of a payment's collection; undefined if there is none. A step in the past is due now. */
export function nextStep(facts: CollectionFacts, now: Instant): Step | undefined {
  const open = openInstallments(facts, now)
  if (open.length === 0) return undefined
  if (facts.isDisputed) return { kind: 'wait', at: nextCollectionTime(now, facts.currency) }
  const end = defaultTime(facts, open, now)
  // After the default nothing is charged, not even a missed attempt.
  if (end !== undefined && end <= now) return { kind: 'default', at: end }
  const attempt = nextAttempt(facts, open, now)
  const steps: (Step | undefined)[] = [
    // Before an attempt at the same time.
    stepAt('default', end),
    stepAt('remind', reminderTime(facts, open, now)),
    stepAt('collect', attempt),
    stepAt('write_off', attempt === undefined ? writeOffTime(facts, open, now) : undefined),
    stepAt('wait', attempt === undefined && facts.isOpen ? nextCollectionTime(now, facts.currency) : undefined),
  ]
  return steps.reduce((first, step) => (first && step && first.at <= step.at ? first : (step ?? first)), undefined)
}

/**
 * Returns the time of the next scheduled charge, not before now: an attempt that waited for a charge in flight is made
 * at once. Null if there is none, or while a dispute is open (docs/contract/money.md#sandbox-money).
 */
export function nextAttemptAt(facts: CollectionFacts, now: Instant): Instant | null {
  const open = openInstallments(facts, now)
  if (open.length === 0 || facts.isDisputed) return null
  const attempt = nextAttempt(facts, open, now)
  const end = defaultTime(facts, open, now)
  if (attempt === undefined) return null
  const at = Math.max(attempt, now)
  return end !== undefined && end <= at ? null : at
}

/**
 * Returns the amount of one charge for the due instalments: at most the collectable amount, in whole steps; 0 if that
 * is too small. Where the service charges one part in a month, it is that of the oldest one, with more only if that is
 * too small for a card.
 */
export function amountToCollect(facts: CollectionFacts, now: Instant): bigint {
  return chargeableAmount(facts, partsToCharge(facts, dueOf(facts, openInstallments(facts, now), now)))
}

function partsToCharge(facts: CollectionFacts, due: readonly Installment[]): readonly Installment[] {
  if (!facts.isOneAMonth) return due
  const count = due.findIndex((_, index) => chargeableAmount(facts, due.slice(0, index + 1)) > 0n)
  return count === -1 ? due : due.slice(0, count + 1)
}

/** Returns the part of an amount that a card can be charged: whole steps, and 0 below the smallest amount. */
export function chargeable(amountMinor: bigint, { smallestMinor, stepMinor }: CardFacts['limits']): bigint {
  const whole = amountMinor - (amountMinor % stepMinor)
  return whole >= smallestMinor && whole > 0n ? whole : 0n
}

// Empty for a defaulted plan: a person decides.
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
  // A due part waits for a capture, and so do later parts.
  if (card.advice === 'never' || (collectableMinor <= 0n && due.length > 0)) return undefined
  const earliest = earliestAttempt(facts)
  // An amount that is too small is added to a later charge.
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

/**
 * An amount that became collectable late, or has a new card, is tried at the next 09:00; after a dispute at 09:00 of the
 * next day; after the one part of a month on the first of the next month.
 */
function earliestAttempt(facts: CollectionFacts): Instant {
  const { currency, card, lastCapturedAt, quietUntil, isOneAMonth, lastChargedAt } = facts
  const since = Math.max(card.since ?? Number.NEGATIVE_INFINITY, lastCapturedAt ?? Number.NEGATIVE_INFINITY)
  const times = [
    since === Number.NEGATIVE_INFINITY ? since : nextCollectionTime(since, currency),
    quietUntil ?? Number.NEGATIVE_INFINITY,
    isOneAMonth && lastChargedAt !== null ? nextMonthAfter(lastChargedAt, currency) : Number.NEGATIVE_INFINITY,
  ]
  return Math.max(...times)
}

function nextMonthAfter(at: Instant, currency: Currency): Instant {
  const firstOfMonth = `${localDateOf(at, currency).slice(0, 8)}01`
  return collectionTimeOf(monthsLater(firstOfMonth, 1), currency)
}

function retryTimes({ currency }: CollectionFacts, first: Instant): Instant[] {
  const from = localDateOf(first, currency)
  return retryDays.map((days) => collectionTimeOf(daysLater(from, days), currency))
}

/** Returns the first decline since the due date. */
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

/** Whether the card may be charged at this time: not after a final decline, nor after too many declines. */
export function mayTry(card: Pick<CardFacts, 'advice' | 'declinedAt'>, at: Instant): boolean {
  return card.advice !== 'never' && !isDeclinedTooOften(card, at)
}

function isDeclinedTooOften({ declinedAt }: Pick<CardFacts, 'declinedAt'>, at: Instant): boolean {
  return declinedAt.filter((declined) => declined > at - maxDeclines.days * day).length >= maxDeclines.count
}

// The 90th day after the oldest due date; later only if the first attempt was later. A card with a final decline is not
// tried, and the plan defaults, too.
function defaultTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, collectableMinor, card } = facts
  const [oldest] = card.advice === 'never' ? open : dueOf(facts, open, now)
  if (oldest === undefined || collectableMinor <= 0n) return undefined
  const first = firstDecline(facts.declinedAt, oldest, currency)
  if (first === undefined && card.advice !== 'never') return undefined
  const end = collectionTimeOf(daysLater(oldest.dueDate, defaultDays), currency)
  // What fell due during a dispute is tried once more.
  const tries = [first, facts.quietUntil ?? undefined].filter((at) => at !== undefined)
  return Math.max(end, ...tries.map((at) => nextCollectionTime(at, currency)))
}

function reminderTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, remindedFor } = facts
  const next = open.find(({ dueDate }) => {
    return (remindedFor === null || dueDate > remindedFor) && now < collectionTimeOf(dueDate, currency)
  })
  return next && collectionTimeOf(daysLater(next.dueDate, -reminderDays), currency)
}

// At the end, when no later charge can include it.
function writeOffTime(facts: CollectionFacts, open: readonly Installment[], now: Instant): Instant | undefined {
  const { currency, isOpen, collectableMinor, card } = facts
  const last = open.at(-1)
  if (last === undefined || isOpen || collectableMinor <= 0n || chargeableAmount(facts, open) > 0n) return undefined
  if (card.advice === 'never' || dueOf(facts, open, now).length < open.length) return undefined
  return Math.max(collectionTimeOf(last.dueDate, currency), earliestAttempt(facts))
}
