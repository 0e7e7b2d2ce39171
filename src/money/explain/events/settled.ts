import type { SettledDay, SettledLine } from '../../settlements/lines.ts'
import { netOf } from '../../settlements/settlement.ts'
import { eventOf, type PlacedEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

/** Returns the closed days of the payment's captures and refunds, and the payouts of these days. */
export function settledEvents(facts: Facts): PlacedEvent[] {
  const days = Map.groupBy(facts.lines, ({ day }) => day)
  const paid = Map.groupBy(
    facts.lines.filter(({ day }) => day.payout !== null),
    ({ day }) => day.payout?.id ?? '',
  )
  return [
    ...[...days].flatMap(([day, lines]) => closingEvent(facts, day, lines)),
    ...[...paid.values()].flatMap((lines) => payoutEvent(facts, lines)),
  ]
}

/** Returns the net amount that the merchant is owed for these lines, in minor units. */
export function netOfAll(lines: readonly SettledLine[]): bigint {
  return lines.reduce((sum, line) => sum + netOf(line), 0n)
}

function closingEvent({ moments }: Facts, day: SettledDay, lines: readonly SettledLine[]): PlacedEvent[] {
  const { closedAt: at } = day
  if (at === null) return []
  const netMinor = netOfAll(lines)
  const event = eventOf(
    { kind: 'settled', at, tone: 'good', amountMinor: netMinor, day, lines: lines.length, netMinor },
    { version: versionAt(moments, at), as: 'later' },
  )
  return [event]
}

function payoutEvent({ moments }: Facts, lines: readonly SettledLine[]): PlacedEvent[] {
  const payout = lines[0]?.day.payout ?? null
  if (payout === null) return []
  const netMinor = netOfAll(lines)
  const isPaid = payout.paidAt !== null
  const at = payout.paidAt ?? payout.createdAt
  const [kind, tone] = isPaid ? (['payout_paid', 'good'] as const) : (['payout_created', 'wait'] as const)
  const place = { version: versionAt(moments, at), as: 'later' } as const
  return [eventOf({ kind, at, tone, amountMinor: netMinor, payout, netMinor }, place)]
}
