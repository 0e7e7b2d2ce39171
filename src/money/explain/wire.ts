import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { planWire } from '../collections/wire.ts'
import { timeZoneOf } from '../plans/local-time.ts'
import type { SettledDay } from '../settlements/lines.ts'
import { netOf } from '../settlements/settlement.ts'
import { detailsOf } from './details.ts'
import { englishOf } from './english/events.ts'
import type { StoryEvent } from './event.ts'
import type { Story } from './story.ts'

const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))

/** Returns a story for programs (docs/explain.md). Names stay; new ones may be added. */
export function storyWire(story: Story) {
  const { head, plan, next, events, leftOut } = story
  const money = (minor: bigint): string => formatAmount(minor, head.currency)
  return {
    paymentId: head.paymentId,
    merchantId: head.merchantId,
    isTest: head.isTest,
    summary: story.summary,
    payment: {
      ...{ status: head.status, currency: head.currency, time_zone: timeZoneOf(head.currency) },
      ...{ merchant_name: head.merchantName, store_name: head.storeName, merchant_code: head.merchantCode },
      ...{ order_reference_id: head.orderReference, first_order_reference_id: head.firstReference },
      ...{ phone_last_four: head.phoneEnd, created_at: formatSeconds(head.createdAt) },
    },
    money: moneyWire(story),
    next: next.map(({ at, what, amountMinor, text }) => {
      return { at: when(at), what, amount: amountMinor === null ? null : money(amountMinor), text }
    }),
    events: events.map((event) => eventWire(event, head.currency)),
    plan: plan === undefined ? null : planWire(plan).plan,
    ...settledWire(story),
    disputes: story.cases.map(({ id, status, reason, amountMinor, createdAt, dueAt }) => {
      return {
        id,
        status,
        reason,
        amount: money(amountMinor),
        created_at: formatSeconds(createdAt),
        due_at: when(dueAt),
      }
    }),
    left_out: {
      changes: leftOut.changes,
      notifications: leftOut.notifications,
      messages: leftOut.messages,
      settlement_lines: leftOut.settlementLines,
    },
  }
}

/** Returns an event in one line of English, without its time. */
function sayEvent(event: StoryEvent, currency: Currency): string {
  const { label, text } = englishOf(event, currency)
  const { amountMinor } = event
  return `${label}${amountMinor === null ? '' : ` ${formatAmount(amountMinor, currency)} ${currency}`} ${text}`
}

function eventWire(event: StoryEvent, currency: Currency) {
  const { what, details } = detailsOf(event, currency)
  return { at: formatSeconds(event.at), what, text: sayEvent(event, currency), details }
}

function moneyWire({ money, head }: Story) {
  const amount = (minor: bigint): string => formatAmount(minor, head.currency)
  return {
    amount: amount(money.amountMinor),
    captured: amount(money.capturedMinor),
    refunded: amount(money.refundedMinor),
    fees: amount(money.feeMinor),
    vat: amount(money.vatMinor),
    net: amount(money.netMinor),
    total: amount(money.totalMinor),
    ...(money.serviceFeeMinor !== null && { service_fee: amount(money.serviceFeeMinor) }),
    charged: amount(money.chargedMinor),
    returned: amount(money.returnedMinor),
    paid: amount(money.paidMinor),
    owed: amount(money.owedMinor),
    written_off: amount(money.writtenOffMinor),
  }
}

function settledWire({ lines, head }: Story) {
  const amount = (minor: bigint): string => formatAmount(minor, head.currency)
  const days = [...new Set(lines.map(({ day }) => day))]
  const payouts = new Map(days.flatMap(({ payout }) => (payout === null ? [] : [[payout.id, payout]])))
  const ofPayout = (id: string): string[] => days.filter(({ payout }) => payout?.id === id).map((day) => day.id)
  return {
    settlement_lines: lines.map((line) => ({
      ...{ id: line.id, settlement_id: line.day.id, type: line.type, order_reference_id: line.orderReference },
      ...{ reference_id: line.referenceId, created_at: formatSeconds(line.createdAt) },
      ...{ amount: amount(line.amountMinor), fee: amount(line.feeMinor), vat: amount(line.vatMinor) },
      net: amount(netOf(line)),
    })),
    settlements: days.map(({ id, date, status, netMinor, closedAt, dueAt, payout }: SettledDay) => ({
      ...{ id, date, status, net: netMinor === null ? null : amount(netMinor) },
      ...{ closed_at: when(closedAt), due_at: when(dueAt), payout_id: payout?.id ?? null },
    })),
    payouts: [...payouts.values()].map(({ id, amountMinor, reference, state, createdAt, paidAt }) => ({
      ...{ id, amount: amount(amountMinor), reference, status: state, created_at: formatSeconds(createdAt) },
      ...{ paid_at: when(paidAt), settlement_ids: ofPayout(id) },
    })),
  }
}
