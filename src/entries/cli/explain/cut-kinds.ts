import type { StoryEvent } from '../../../money/explain/event.ts'

/** The number of omitted events of a kind, and their sum in minor units; null if they have no amount. */
export interface OmittedEvents {
  readonly count: number
  readonly amountMinor: bigint | null
}

/** An event in the output, or the first one of an omitted group. */
export interface ShownEvent {
  readonly event: StoryEvent
  readonly omitted?: OmittedEvents
}

/** Keeps the first and last `most` / 2 events of each kind, and counts those between. */
export function cutKinds(events: readonly StoryEvent[], most: number): ShownEvent[] {
  const half = Math.floor(most / 2)
  const seen = new Map<string, number>()
  const ofKind = Map.groupBy(events, ({ kind }) => kind)
  return events.flatMap((event): ShownEvent[] => {
    const same = ofKind.get(event.kind) ?? []
    const place = seen.get(event.kind) ?? 0
    seen.set(event.kind, place + 1)
    if (same.length <= most || place < half || place >= same.length - half) return [{ event }]
    return place > half ? [] : [{ event, omitted: sumUp(same.slice(half, same.length - half)) }]
  })
}

function sumUp(events: readonly StoryEvent[]): OmittedEvents {
  const amounts = events.flatMap(({ amountMinor }) => (amountMinor === null ? [] : [amountMinor]))
  const amountMinor = amounts.length === 0 ? null : amounts.reduce((sum, minor) => sum + minor, 0n)
  return { count: events.length, amountMinor }
}
