import { formatAmount } from '../../../platform/base/money.ts'
import { formatSeconds, type Instant, second } from '../../../platform/base/times.ts'
import type { Charge } from '../../charges/charge.ts'
import type { Return } from '../../charges/return.ts'
import type { ChargeState } from '../../charges/states.ts'
import type { LoadedPlan } from '../../collections/get-plan.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import { coveredBy, sayInstallments } from '../covered.ts'
import { eventOf, type Place, type PlacedEvent, type StoryEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { type Moment, versionAt } from '../order-events.ts'
import { adviceWords, cardOf, counted, declineWords } from '../words.ts'

/** Charges with the processor's answers, what went back to cards, another card, and that a plan was given up. */
export function cardMoneyEvents(facts: Facts): PlacedEvent[] {
  const { plan, moments } = facts
  if (plan === undefined) return []
  const { returns, collection } = plan
  const charges = placedCharges(facts)
  const events = [
    ...charges.map((placed) => chargeEvent(facts, plan, placed)),
    ...returns.flatMap((sent) => returnEvents(facts, plan, sent)),
  ]
  if (collection.cardSince !== collection.authorizedAt) events.push(newCardEvent(plan, moments, charges))
  if (collection.defaultedAt !== null) events.push(defaultEvent(collection.defaultedAt, moments))
  return events
}

interface PlacedCharge {
  readonly charge: Charge
  readonly place: Place
}

/** Where each charge is told: just before the change that it brought about, or by when it was made. */
export function placedCharges({ plan, steps, moments }: Facts): readonly PlacedCharge[] {
  const charges = plan?.charges ?? []
  const changes = changesByCharge(charges, steps)
  return charges.map((charge) => {
    const { id, createdAt } = charge
    const change = changes.get(id)
    if (change !== undefined) return { charge, place: { version: change, as: 'cause' } }
    return { charge, place: { version: versionAt(moments, createdAt, id), as: 'consequence' } }
  })
}

/** The version of the payment that each charge brought about: the authorization, and of later ones as many collections, the newest last. */
function changesByCharge(charges: readonly Charge[], steps: readonly PaymentStep[]): ReadonlyMap<string, number> {
  const settled = charges
    .filter(({ state }) => state === 'approved')
    .toSorted((a, b) => (a.settledAt ?? a.createdAt) - (b.settledAt ?? b.createdAt))
  const made = new Map<string, number>()
  const pair = (paid: readonly Charge[], transition: PaymentStep['transition']): void => {
    const changes = steps.filter((step) => step.transition === transition)
    for (const [index, { id }] of paid.toReversed().entries()) {
      const change = changes.at(-1 - index)
      if (change !== undefined) made.set(id, change.version)
    }
  }
  pair(
    settled.filter(({ kind }) => kind === 'first'),
    'authorize',
  )
  pair(
    settled.filter(({ kind }) => kind !== 'first'),
    'collect',
  )
  return made
}

const outcomes: Readonly<Record<ChargeState, readonly [kind: string, tone: Tone]>> = {
  open: ['charging', 'wait'],
  challenged: ['challenged', 'wait'],
  approved: ['charged', 'good'],
  declined: ['declined', 'bad'],
  written_off: ['declined', 'bad'],
  to_void: ['voided', 'wait'],
  voided: ['voided', 'plain'],
}

const askedBy: Readonly<Record<Charge['kind'], string>> = {
  first: ' at checkout',
  scheduled: '',
  early: ' by the customer',
}

function chargeEvent(facts: Facts, plan: LoadedPlan, { charge, place }: PlacedCharge): PlacedEvent {
  const { id, kind: asked, state, amountMinor, card, createdAt, settledAt, reference, networkReference } = charge
  const { currency } = plan.payment
  const [kind, tone] = outcomes[state]
  const installments = coveredBy(facts, plan, charge)
  const what = asked === 'first' ? 'first part' : sayInstallments(installments)
  const { declineReason, declineRetry } = charge
  return eventOf(
    {
      ...{ at: createdAt, what: 'charge', kind, tone, amountMinor },
      text: `${what}${askedBy[asked]}, ${cardOf(card)}${sayAnswer(charge)}`,
      more: [
        { text: `charge ${id}` },
        ...(reference === '' ? [] : [{ text: `processor's reference ${reference}` }]),
        ...(networkReference === '' || state !== 'approved'
          ? []
          : [{ text: `network's reference ${networkReference}` }]),
      ],
      about: { kind: 'charge', charge, installments: asked === 'first' ? [1] : installments },
      details: {
        ...{ id, kind: asked, state, amount: `${formatAmount(amountMinor, currency)} ${currency}` },
        ...{ decline_reason: declineReason, decline_retry: declineRetry, reference },
        ...{ network_reference: networkReference, card: { brand: card.brand, last_four: card.lastFour } },
        installments: asked === 'first' ? [1] : installments,
        settled_at: settledAt === null ? null : formatSeconds(settledAt),
      },
    },
    place,
  )
}

/** An answer that took less needs no word. */
const slowAnswerMs = 5 * second

function sayAnswer({ state, declineReason, declineRetry, createdAt, settledAt, voidAttempt }: Charge): string {
  switch (state) {
    case 'open':
      return ': the processor has not answered yet'
    case 'challenged':
      return ': the bank asks the customer'
    case 'to_void':
      return `: it came too late and is to go back${sayAttempts(voidAttempt)}`
    case 'voided':
      return `: it came too late and went back${sayAttempts(voidAttempt)}`
    case 'approved':
      return settledAt !== null && settledAt - createdAt >= slowAnswerMs
        ? `, answered ${sayDelay(createdAt, settledAt)}`
        : ''
    default: {
      const reason = declineReason === null ? 'declined' : declineWords[declineReason]
      return `: ${reason}${declineRetry === null ? '' : `; ${adviceWords[declineRetry]}`}`
    }
  }
}

function sayAttempts(attempt: number): string {
  return attempt === 1 ? '' : `; ${counted(attempt - 1, 'attempt')} failed at the processor`
}

function sayDelay(from: Instant, to: Instant): string {
  const seconds = Math.round((to - from) / 1_000)
  return seconds < 120 ? `after ${seconds} s` : `after ${Math.round(seconds / 60)} min`
}

function returnEvents(facts: Facts, { payment, charges }: LoadedPlan, sent: Return): PlacedEvent[] {
  const { id, chargeId, amountMinor, state, createdAt, version } = sent
  const card = charges.find((charge) => charge.id === chargeId)?.card
  const to = card === undefined ? 'a card' : cardOf(card)
  const posted = facts.entries.filter(({ sourceId, cause }) => sourceId === id && cause === 'confirmed_return')
  // A return that failed after it was confirmed has a second version, which reverses the first.
  const entries = posted.filter((entry) => entry.version === 1)
  const reversal = posted.filter((entry) => entry.version === 2)
  const [confirmedAt, reversedAt] = [entries[0]?.at ?? null, reversal[0]?.at ?? null]
  const amount = `${formatAmount(amountMinor, payment.currency)} ${payment.currency}`
  const details = { id, charge_id: chargeId, amount, state }
  const more = [{ text: `return ${id}` }, { text: `of charge ${chargeId}` }]
  const words = {
    waiting: ['goes back', 'wait', `to ${to}: the processor has not confirmed it yet`],
    confirmed: ['went back', 'good', `to ${to}`],
    failed: ['goes back', 'bad', `to ${to}: it did not arrive`],
  } as const
  const [kind, tone, text] = words[state]
  const confirmed = { confirmed_at: confirmedAt === null ? null : formatSeconds(confirmedAt) }
  const placeAt = (at: Instant): Place => ({ version: Math.max(version, versionAt(facts.moments, at)), as: 'later' })
  const written = eventOf(
    {
      ...{ at: createdAt, what: 'return', kind, tone, amountMinor, text, more },
      about: { kind: 'return', sent },
      details: { ...details, ...confirmed },
    },
    { version, as: 'consequence' },
  )
  return [
    written,
    ...(confirmedAt === null
      ? []
      : [confirmationEvent({ at: confirmedAt, amountMinor, entries, more }, to, details, placeAt(confirmedAt))]),
    ...(reversedAt === null
      ? []
      : [reversalEvent({ at: reversedAt, amountMinor, entries: reversal, more }, to, details, placeAt(reversedAt))]),
  ]
}

type PostedReturn = Pick<StoryEvent, 'at' | 'amountMinor' | 'entries' | 'more'>

function confirmationEvent(
  posted: PostedReturn,
  to: string,
  details: StoryEvent['details'],
  place: Place,
): PlacedEvent {
  const text = `the processor has sent it to ${to}`
  return eventOf({ ...posted, what: 'return', kind: 'confirmed', text, isSecondLook: true, details }, place)
}

function reversalEvent(posted: PostedReturn, to: string, details: StoryEvent['details'], place: Place): PlacedEvent {
  const text = `the processor says now that it did not arrive at ${to}: it is owed to the customer again`
  return eventOf({ ...posted, what: 'return', kind: 'failed', tone: 'bad', text, details }, place)
}

function newCardEvent(
  { collection }: LoadedPlan,
  moments: readonly Moment[],
  charges: readonly PlacedCharge[],
): PlacedEvent {
  const { card, cardSince: at } = collection
  // Charges have ids and are placed the better for it: those that came later are told later.
  const later = charges.filter(({ charge }) => charge.createdAt > at).map(({ place }) => place.version)
  return eventOf(
    {
      ...{ at, what: 'card', kind: 'new card', tone: 'good' },
      text: `${cardOf(card)} from now on`,
      details: { brand: card.brand, last_four: card.lastFour, since: formatSeconds(at) },
    },
    { version: Math.min(versionAt(moments, at), ...later), as: 'later' },
  )
}

function defaultEvent(at: Instant, moments: readonly Moment[]): PlacedEvent {
  const text = 'nothing is tried any more: a person decides; the customer may still pay'
  return eventOf(
    {
      ...{ at, what: 'plan', kind: 'defaulted', tone: 'bad', text, about: { kind: 'default' } },
      details: { status: 'defaulted', at: formatSeconds(at) },
    },
    { version: versionAt(moments, at), as: 'later' },
  )
}
