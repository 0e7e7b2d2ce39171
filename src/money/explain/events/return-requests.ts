import { formatAmount } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { ReturnRequest } from '../../payments/return-requests/return-request.ts'
import { returnReference } from '../../payments/service-references.ts'
import { eventOf, type Place, type PlacedEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

/** What people of support wanted to give back by hand: who asked, and who confirmed or withdrew it; without what anybody wrote. */
export function returnRequestEvents(facts: Facts): PlacedEvent[] {
  return facts.returnRequests.flatMap((request) => {
    const { id, amountMinor, askedBy, askedAt, decidedBy, decidedAt, state } = request
    const told = (machineAt: Instant, step: 'asked' | 'confirmed' | 'withdrawn', by: string): PlacedEvent => {
      // Kept by the machine's clock.
      const at = machineAt + facts.clockOffsetMs
      return eventOf(
        {
          ...{ at, what: 'return_request', kind: step, tone: step === 'asked' ? 'wait' : 'plain', amountMinor },
          text: `to be given back by hand, by ${by}${step === 'asked' ? '; another confirms it' : ''}`,
          details: { return_request_id: id, step, by, amount: sayAmount(request), state },
        },
        placeOf(facts, request, at, step),
      )
    }
    const asked = told(askedAt, 'asked', askedBy.name)
    if (state === 'waiting' || decidedBy === undefined || decidedAt === null) return [asked]
    return [asked, told(decidedAt, state, decidedBy.name)]
  })
}

function sayAmount({ amountMinor, currency }: ReturnRequest): string {
  return `${formatAmount(amountMinor, currency)} ${currency}`
}

// Confirmed in one transaction with the refund, and so just before it; asked for before that.
function placeOf({ steps, moments }: Facts, { id }: ReturnRequest, at: Instant, step: string): Place {
  const refund = steps.find(({ serviceReference }) => serviceReference === returnReference(id))
  if (refund === undefined) return { version: versionAt(moments, at), as: 'change' }
  if (step === 'confirmed') return { version: refund.version, as: 'cause' }
  return { version: Math.min(versionAt(moments, at), refund.version - 1), as: 'later' }
}
