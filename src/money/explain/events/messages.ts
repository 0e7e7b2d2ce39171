import type { PlanMessage } from '../../collections/messages/messages.ts'
import { eventOf, type Place, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'
import { placedCharges } from './card-money.ts'

const tones: Readonly<Record<PlanMessage['state'], Tone>> = {
  waiting: 'wait',
  sending: 'wait',
  sent: 'plain',
  failed: 'bad',
}

/** Returns the text messages to the customer. */
export function messageEvents(facts: Facts): PlacedEvent[] {
  const charges = new Map(placedCharges(facts).map(({ charge, place }) => [charge.id, place.version]))
  return facts.messages.map((message) => {
    const { at, state } = message
    return eventOf({ kind: 'customer_message', at, tone: tones[state], message }, placeOf(facts, message, charges))
  })
}

// A message about a charge follows the charge and its change; one about a return follows the change that sent it.
function placeOf({ moments }: Facts, { kind, event, at }: PlanMessage, charges: ReadonlyMap<string, number>): Place {
  const version = kind === 'returned' ? Number(event) : charges.get(event)
  return { version: version ?? versionAt(moments, at), as: 'message' }
}
