import { formatAmount } from '../../platform/base/money.ts'
import { service } from '../../platform/base/principal.ts'
import { isActive } from '../disputes/states.ts'
import { localDateOf } from '../plans/local-time.ts'
import { type Installment, leftOf, planAt } from '../plans/plan.ts'
import { counted, sayDate } from './english/words.ts'
import type { Facts } from './facts.ts'
import type { Money } from './money.ts'

/** Returns the payment's status in one English sentence. */
export function summaryOf(facts: Facts, money: Money): string {
  const parts = [
    sayStatus(facts),
    ...sayPaid(facts, money),
    ...sayLate(facts),
    ...sayReturned(facts),
    ...sayDisputes(facts),
    ...saySettled(facts),
    ...sayWebhooks(facts),
  ]
  return `${parts.join('; ')}.`
}

const money =
  ({ payment }: Facts) =>
  (minor: bigint): string =>
    formatAmount(minor, payment.currency)

function sayStatus(facts: Facts): string {
  const { payment, decision, now } = facts
  const { status, amountMinor, capturedMinor, currency, expiresAt, referredUntil } = payment
  const amount = `${money(facts)(amountMinor)} ${currency}`
  const part = `${money(facts)(capturedMinor)} of ${amount}`
  switch (status) {
    case 'CREATED':
      if (referredUntil !== null) return 'At checkout: support decides about the order'
      return now < expiresAt ? 'At checkout: the customer has not finished' : 'Left at checkout: its time is over'
    case 'REJECTED':
      return decision?.outcome === 'rejected'
        ? `Refused ${decision.at === undefined ? 'before the page opened' : 'as the customer paid'} (${decision.reason})`
        : sayRejected(facts)
    case 'EXPIRED':
      return 'Expired: the customer never finished'
    case 'AUTHORIZED':
      return capturedMinor === 0n ? `Authorized over ${amount}, nothing captured yet` : `Captured ${part} so far`
    case 'CLOSED':
      if (capturedMinor === 0n) return `Cancelled: closed without a capture`
      return capturedMinor === amountMinor ? `Captured in full` : `Closed with ${part} captured`
  }
}

function sayRejected({ decision, steps }: Facts): string {
  if (decision?.outcome !== 'referred') return 'Refused on the page'
  const rejected = steps.find(({ transition }) => transition === 'reject')
  return rejected?.actor === service.name
    ? 'Refused: support has not decided in time'
    : 'Refused after it was referred to support'
}

function sayPaid(facts: Facts, { totalMinor, paidMinor }: Money): string[] {
  if (facts.plan === undefined) return []
  if (totalMinor === 0n) return paidMinor === 0n ? ['the customer owes nothing'] : []
  const say = money(facts)
  if (paidMinor >= totalMinor) return [`the customer has paid all ${say(totalMinor)} ${facts.payment.currency}`]
  return [`the customer has paid ${say(paidMinor)} of ${say(totalMinor)} ${facts.payment.currency}`]
}

function sayLate({ plan }: Facts): string[] {
  if (plan === undefined) return []
  const { facts, now, collection, payment } = plan
  const { status, installments } = planAt(facts, now)
  if (collection.chargeId !== null) return ['a charge is under way']
  if (status === 'defaulted' && collection.defaultedAt !== null) {
    return [`given up on ${sayDate(localDateOf(collection.defaultedAt, payment.currency))}: a person decides`]
  }
  const open = installments.filter((installment) => leftOf(installment) > 0n)
  const overdue = open.filter((installment) => installment.status === 'overdue')
  if (overdue.length > 0) return [`${sayNumbers(overdue)} overdue since ${sayDate(overdue[0]?.dueDate ?? '')}`]
  const due = open.filter((installment) => installment.status === 'due')
  if (due.length > 0) return [`${sayNumbers(due)} due since ${sayDate(due[0]?.dueDate ?? '')}`]
  const [next] = open
  return next === undefined ? [] : [`instalment ${next.number} is due on ${sayDate(next.dueDate)}`]
}

function sayNumbers(installments: readonly Installment[]): string {
  const numbers = installments.map(({ number }) => number)
  return numbers.length === 1 ? `instalment ${numbers[0]} is` : `instalments ${numbers.join(' and ')} are`
}

function sayReturned(facts: Facts): string[] {
  const returns = facts.plan?.returns ?? []
  const say = money(facts)
  const sum = (expected: string): bigint =>
    returns.reduce((total, { state, amountMinor }) => (state === expected ? total + amountMinor : total), 0n)
  const [back, onItsWay, failed] = [sum('confirmed'), sum('waiting'), sum('failed')]
  return [
    ...(back > 0n ? [`${say(back)} went back to the card`] : []),
    ...(onItsWay > 0n ? [`${say(onItsWay)} is on its way back to the card`] : []),
    ...(failed > 0n ? [`${say(failed)} did not arrive at the card and is owed to the customer`] : []),
  ]
}

function sayDisputes(facts: Facts): string[] {
  const open = facts.cases.find(({ status }) => isActive(status))
  if (open !== undefined) return [`a dispute about ${money(facts)(open.amountMinor)} is open`]
  const last = facts.cases.at(-1)
  if (last === undefined) return []
  const ends: Partial<Record<typeof last.status, string>> = {
    refunded: 'was decided for the customer',
    declined: 'was decided for the shop',
    cancelled: 'was taken back',
  }
  return [`a dispute about ${money(facts)(last.amountMinor)} ${ends[last.status]}`]
}

function saySettled({ lines, payment, leftOut }: Facts): string[] {
  const moved = payment.captures.length + payment.refunds.length
  if (moved === 0) return []
  const days = [...new Set(lines.map(({ day }) => day))]
  const isOpen = days.some(({ status }) => status === 'open') || lines.length + leftOut.settlementLines < moved
  const closed = days.filter(({ status }) => status !== 'open')
  const paid = closed.filter(({ status }) => status === 'paid')
  const [day] = closed
  if (day === undefined) return ['not settled yet']
  const when = closed.length === 1 ? `settled on ${sayDate(day.date)}` : `settled on ${counted(closed.length, 'day')}`
  const isPaid = paid.length === closed.length
  const out = isPaid ? ' and paid out' : paid.length === 0 ? ', not paid out yet' : `, ${paid.length} of them paid out`
  return [`${isOpen ? 'partly ' : ''}${when}${out}`]
}

function sayWebhooks({ announcements }: Facts): string[] {
  const deliveries = announcements.flatMap((announcement) => announcement.deliveries)
  const count = (expected: string): number => deliveries.filter(({ state }) => state === expected).length
  const [failed, waiting] = [
    count('failed'),
    deliveries.filter(({ state, attempts }) => state === 'waiting' && attempts > 0).length,
  ]
  return [
    ...(failed > 0 ? [`${counted(failed, 'notification')} could not be delivered`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'notification')} ${waiting === 1 ? 'is' : 'are'} being tried again`] : []),
  ]
}
