import type { StoryEvent } from '../../../money/explain/event.ts'

/** How many of a kind are not told, and their sum in minor units; null where they are about none. */
export interface OmittedEvents {
  readonly count: number
  readonly amountMinor: bigint | null
}

/** An event that is told, or the first of those that are not. */
export interface ShownEvent {
  readonly event: StoryEvent
  readonly omitted?: OmittedEvents
}

/** Where there are more than so many of a kind, only the first and the last are told, and how many there are between. */
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
