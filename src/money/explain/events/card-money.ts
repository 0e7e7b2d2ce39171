import type { Instant } from '../../../platform/base/times.ts'
import type { Charge } from '../../charges/charge.ts'
import type { Return, ReturnState } from '../../charges/return.ts'
import type { ChargeState } from '../../charges/states.ts'
import type { LoadedPlan } from '../../collections/get-plan.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import { coveredBy } from '../covered.ts'
import { eventOf, type Place, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { type Moment, versionAt } from '../order-events.ts'

/** Returns the charges, the returns to cards, the newest card, and the plan's default. */
export function cardMoneyEvents(facts: Facts): PlacedEvent[] {
  const { plan, moments } = facts
  if (plan === undefined) return []
  const { returns, collection } = plan
  const charges = placedCharges(facts)
  const events = [
    ...charges.map((placed) => chargeEvent(facts, plan, placed)),
    ...returns.flatMap((sent) => returnEvents(facts, plan, sent)),
  ]
  if (collection.cardSince !== collection.startsAt) events.push(newCardEvent(plan, moments, charges))
  if (collection.defaultedAt !== null) events.push(defaultEvent(collection.defaultedAt, moments))
  return events
}

interface PlacedCharge {
  readonly charge: Charge
  readonly place: Place
}

/** Returns each charge with its place: just before the change of the payment that it caused, or by its own time. */
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

/**
 * Returns the version that each approved charge caused: a first charge the authorization, later ones the
 * collections, paired from the newest.
 */
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

const tones: Readonly<Record<ChargeState, Tone>> = {
  open: 'wait',
  challenged: 'wait',
  approved: 'good',
  declined: 'bad',
  written_off: 'bad',
  to_void: 'wait',
  voided: 'plain',
}

function chargeEvent(facts: Facts, plan: LoadedPlan, { charge, place }: PlacedCharge): PlacedEvent {
  const { state, kind, createdAt: at, amountMinor } = charge
  const installments = kind === 'first' ? [1] : coveredBy(facts, plan, charge)
  return eventOf({ kind: `charge_${state}`, at, tone: tones[state], amountMinor, charge, installments }, place)
}

const returnTones: Readonly<Record<ReturnState, Tone>> = { waiting: 'wait', confirmed: 'good', failed: 'bad' }

function returnEvents({ entries, moments }: Facts, { charges }: LoadedPlan, sent: Return): PlacedEvent[] {
  const { id, chargeId, amountMinor, state, createdAt, version } = sent
  const card = charges.find((charge) => charge.id === chargeId)?.card
  const posted = entries.filter(({ sourceId, cause }) => sourceId === id && cause === 'confirmed_return')
  // A return that failed after it was confirmed has a second version, which reverses the first.
  const confirmation = posted.filter((entry) => entry.version === 1)
  const reversal = posted.filter((entry) => entry.version === 2)
  const [confirmedAt, reversedAt] = [confirmation[0]?.at ?? null, reversal[0]?.at ?? null]
  const placeAt = (at: Instant): Place => ({ version: Math.max(version, versionAt(moments, at)), as: 'later' })
  const facts = { amountMinor, sent, card }
  return [
    eventOf(
      { ...facts, kind: `return_${state}`, at: createdAt, tone: returnTones[state], confirmedAt },
      { version, as: 'consequence' },
    ),
    ...(confirmedAt === null
      ? []
      : [
          eventOf(
            { ...facts, kind: 'return_sent', at: confirmedAt, isDetail: true, entries: confirmation },
            placeAt(confirmedAt),
          ),
        ]),
    ...(reversedAt === null
      ? []
      : [
          eventOf(
            { ...facts, kind: 'return_reversed', at: reversedAt, tone: 'bad', entries: reversal },
            placeAt(reversedAt),
          ),
        ]),
  ]
}

function newCardEvent(
  { collection }: LoadedPlan,
  moments: readonly Moment[],
  charges: readonly PlacedCharge[],
): PlacedEvent {
  const { card, cardSince: at } = collection
  // Charges have ids and so better places: a charge after the card must come after it.
  const later = charges.filter(({ charge }) => charge.createdAt > at).map(({ place }) => place.version)
  return eventOf(
    { kind: 'card_replaced', at, tone: 'good', card },
    { version: Math.min(versionAt(moments, at), ...later), as: 'later' },
  )
}

function defaultEvent(at: Instant, moments: readonly Moment[]): PlacedEvent {
  return eventOf({ kind: 'plan_defaulted', at, tone: 'bad' }, { version: versionAt(moments, at), as: 'later' })
}
