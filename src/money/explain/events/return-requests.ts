import type { Instant } from '../../../platform/base/times.ts'
import type { ReturnRequest } from '../../payments/return-requests/return-request.ts'
import { returnReference } from '../../payments/service-references.ts'
import { eventOf, type Place, type PlacedEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

type Kind = 'return_requested' | 'return_request_confirmed' | 'return_request_withdrawn'

/** Returns support's requests to refund by hand, and their decisions. */
export function returnRequestEvents(facts: Facts): PlacedEvent[] {
  return facts.returnRequests.flatMap((request) => {
    const { amountMinor, requestedBy, requestedAt, decidedBy, decidedAt, state } = request
    const eventAt = (machineAt: Instant, kind: Kind, by: string): PlacedEvent => {
      // Requests are dated by the machine's clock.
      const at = machineAt + facts.clockOffsetMs
      const tone = kind === 'return_requested' ? 'wait' : 'plain'
      return eventOf({ kind, at, tone, amountMinor, request, by }, placeOf(facts, request, at, kind))
    }
    const requested = eventAt(requestedAt, 'return_requested', requestedBy.name)
    if (state === 'waiting' || decidedBy === undefined || decidedAt === null) return [requested]
    return [requested, eventAt(decidedAt, `return_request_${state}`, decidedBy.name)]
  })
}

// A confirmation is saved in one transaction with its refund, and comes just before it; the request comes earlier.
function placeOf({ steps, moments }: Facts, { id }: ReturnRequest, at: Instant, kind: Kind): Place {
  const refund = steps.find(({ serviceReference }) => serviceReference === returnReference(id))
  if (refund === undefined) return { version: versionAt(moments, at), as: 'change' }
  if (kind === 'return_request_confirmed') return { version: refund.version, as: 'cause' }
  return { version: Math.min(versionAt(moments, at), refund.version - 1), as: 'later' }
}
