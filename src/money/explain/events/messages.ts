import type { PlanMessage } from '../../collections/messages/messages.ts'
import { eventOf, type Place, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'
import { sayDate } from '../words.ts'
import { placedCharges } from './card-money.ts'

/** What the customer was told. */
export function messageEvents(facts: Facts): PlacedEvent[] {
  const charges = new Map(placedCharges(facts).map(({ charge, place }) => [charge.id, place.version]))
  return facts.messages.map((message) => messageEvent(message, placeOf(facts, message, charges)))
}

// A message about a charge follows it and what it brought about, one about a return the change that sent it.
function placeOf({ moments }: Facts, { kind, event, at }: PlanMessage, charges: ReadonlyMap<string, number>): Place {
  const told = kind === 'returned' ? Number(event) : charges.get(event)
  return { version: told ?? versionAt(moments, at), as: 'message' }
}

const about: Readonly<Record<PlanMessage['kind'], (event: string) => string>> = {
  reminder: (dueDate) => `a reminder of what is due on ${sayDate(dueDate)}`,
  collected: () => 'that it was charged',
  collection_failed: () => 'that it could not be charged, and how to pay',
  returned: () => 'that money goes back to the card',
}

const states: Readonly<Record<PlanMessage['state'], readonly [Tone, (tries: number) => string]>> = {
  waiting: ['wait', (tries) => (tries === 0 ? ': not sent yet' : `: not taken in ${tries} tries, is tried again`)],
  sending: ['wait', () => ': handed over, and nobody knows whether it was taken'],
  sent: ['plain', () => ''],
  failed: ['bad', (tries) => `: given up after ${tries} tries`],
}

function messageEvent(message: PlanMessage, place: Place): PlacedEvent {
  const { kind, event, at, state, tries, text } = message
  const [tone, say] = states[state]
  return eventOf(
    {
      ...{ at, what: 'message', kind: 'texted', tone, text: `${about[kind](event)}${say(tries)}` },
      more: [{ text: `“${text}”` }],
      about: { kind: 'message', message },
      details: { kind, event, state, tries, text },
    },
    place,
  )
}
