import { dayMs, hourMs } from './plan-installments.ts'

/** A message, by the merchant's clock. */
export interface ModelMessage {
  readonly what: string
  /** When its event happened. */
  readonly at: number
}

/**
 * Returns when each message to one phone is sent: never at night, and at most ten within 30 days. A simple search
 * through the hours, apart from the service's rule.
 */
export function sendingTimes(messages: readonly ModelMessage[], hoursAhead: number): number[] {
  const sent: number[] = []
  for (const { at } of messages.toSorted((a, b) => a.at - b.at)) {
    let time = Math.max(at, sent.at(-1) ?? at)
    while (isNight(time, hoursAhead) || isTooMany(sent, time)) time = next(sent, time, hoursAhead)
    sent.push(time)
  }
  return sent
}

interface ModelGateway {
  readonly hoursAhead: number
  /** When the service tries what it may send, in order. */
  readonly times: readonly number[]
  /** The number of refusals after which it gives a message up. */
  readonly maxTries: number
  refuses(message: ModelMessage, at: number): boolean
}

/**
 * Returns the messages to one phone that a gateway takes, and when. A refused one keeps its place: no later one
 * overtakes it, and it counts for nothing.
 */
export function takenMessages(messages: readonly ModelMessage[], gateway: ModelGateway): ModelMessage[] {
  const { hoursAhead, times, maxTries, refuses } = gateway
  const waiting = messages.toSorted((a, b) => a.at - b.at)
  const taken: ModelMessage[] = []
  let refusals = 0
  for (const at of times) {
    for (let [first] = waiting; first !== undefined && first.at <= at; [first] = waiting) {
      const sent = taken.map((message) => message.at)
      if (isNight(at, hoursAhead) || isTooMany(sent, at)) break
      const isRefused = refuses(first, at)
      if (isRefused) refusals += 1
      else taken.push({ what: first.what, at })
      if (isRefused && refusals < maxTries) break
      refusals = 0
      waiting.shift()
    }
  }
  return taken
}

/** Returns the kinds of the messages that are sent until this time, sorted. */
export function kindsSentBy(messages: readonly ModelMessage[], hoursAhead: number, now: number): string[] {
  const times = sendingTimes(messages, hoursAhead)
  const inOrder = messages.toSorted((a, b) => a.at - b.at)
  const sent = inOrder.filter((_, index) => (times[index] ?? 0) <= now)
  return sent.map(({ what }) => what.split(' ')[0] ?? '').toSorted()
}

function isNight(at: number, hoursAhead: number): boolean {
  const ofDay = (at + hoursAhead * hourMs) % dayMs
  return ofDay < 8 * hourMs || ofDay >= 21 * hourMs
}

function isTooMany(sent: readonly number[], at: number): boolean {
  return sent.filter((earlier) => earlier > at - 30 * dayMs).length >= 10
}

/** The next time at which something changes: a full hour, or an earlier message that leaves the 30 days. */
function next(sent: readonly number[], at: number, hoursAhead: number): number {
  const local = at + hoursAhead * hourMs
  const fullHour = (Math.floor(local / hourMs) + 1) * hourMs - hoursAhead * hourMs
  return Math.min(fullHour, ...sent.map((earlier) => earlier + 30 * dayMs).filter((leaving) => leaving > at))
}
