import { formatAmount } from '../../../platform/base/money.ts'
import { formatSeconds } from '../../../platform/base/times.ts'
import { netOf } from '../../settlements/settlement.ts'
import type { SettledDay, SettledLine } from '../../settlements/story/list-settled.ts'
import { eventOf, type PlacedEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'
import { counted, sayDate } from '../words.ts'

/** The closed days that the payment's captures and refunds belong to, and the payouts that pay them. */
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

/** What the merchant is owed for these lines. */
export function netOfAll(lines: readonly SettledLine[]): bigint {
  return lines.reduce((sum, line) => sum + netOf(line), 0n)
}

function closingEvent(facts: Facts, day: SettledDay, lines: readonly SettledLine[]): PlacedEvent[] {
  const { id, date, closedAt, netMinor } = day
  if (closedAt === null) return []
  const amountMinor = netOfAll(lines)
  const { currency } = facts.payment
  const event = eventOf(
    {
      ...{ at: closedAt, what: 'settlement', kind: 'settled', tone: 'good', amountMinor },
      text: `net of ${counted(lines.length, 'movement')} of ${sayDate(date)}`,
      about: { kind: 'settlement', day },
      more: [{ text: `settlement ${id}` }, { text: `over ${formatAmount(netMinor ?? 0n, currency)} in all` }],
      details: {
        ...{ settlement_id: id, date, amount: `${formatAmount(amountMinor, currency)} ${currency}` },
        ...{ lines: lines.length, closed_at: formatSeconds(closedAt) },
      },
    },
    { version: versionAt(facts.moments, closedAt), as: 'later' },
  )
  return [event]
}

function payoutEvent(facts: Facts, lines: readonly SettledLine[]): PlacedEvent[] {
  const day = lines[0]?.day
  const payout = day?.payout ?? null
  if (day === undefined || payout === null) return []
  const { currency } = facts.payment
  const amountMinor = netOfAll(lines)
  const isPaid = payout.paidAt !== null
  const at = payout.paidAt ?? payout.createdAt
  const isWhole = payout.amountMinor === amountMinor
  const whole = isWhole ? '' : `, which pays ${formatAmount(payout.amountMinor, currency)} in all`
  const state = isPaid ? '' : payout.state === 'exported' ? ': the bank was told' : ': the bank was not told yet'
  const event = eventOf(
    {
      ...{ at, what: 'payout', kind: isPaid ? 'paid out' : 'payout', tone: isPaid ? 'good' : 'wait', amountMinor },
      text: `in ${payout.reference}${whole}${state}`,
      about: { kind: 'payout', day },
      more: [{ text: `payout ${payout.id}` }],
      details: {
        ...{ payout_id: payout.id, reference: payout.reference, status: payout.state },
        amount: `${formatAmount(amountMinor, currency)} ${currency}`,
        payout_amount: `${formatAmount(payout.amountMinor, currency)} ${currency}`,
        paid_at: payout.paidAt === null ? null : formatSeconds(payout.paidAt),
      },
    },
    { version: versionAt(facts.moments, at), as: 'later' },
  )
  return [event]
}
