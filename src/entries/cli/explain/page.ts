import { cardOf } from '../../../money/explain/english/words.ts'
import type { Tone } from '../../../money/explain/event.ts'
import type { Story } from '../../../money/explain/story.ts'
import { localDateOf, timeZoneOf } from '../../../money/plans/local-time.ts'
import { type InstallmentStatus, type PlanStatus, planAt } from '../../../money/plans/plan.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { storyLines } from './story-lines.ts'
import { clean, clockTime, indent, type PageStyle, shortDate, widthOf, wrap } from './text.ts'

/**
 * Returns a story as a page for a terminal: the payment, its status, money, plan, what happens next, and the
 * events.
 */
export function pageOf(story: Story, style: PageStyle): string {
  const parts = [
    headLines(story, style),
    wrap(clean(story.summary), style.width).map((line) => style.paint('strong', line)),
    moneyLines(story, style),
    planLines(story, style),
    nextLines(story, style),
    storyLines(story, style),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n')
}

const statusTones: Readonly<Record<string, Tone>> = { REJECTED: 'bad', EXPIRED: 'bad', CREATED: 'wait' }

function headLines({ head, money, plan }: Story, style: PageStyle): string[] {
  const { paint } = style
  const { currency, status, orderReference, firstReference } = head
  const renamed = firstReference === orderReference ? '' : `, at first ${firstReference}`
  const customer = [
    ...(head.phoneEnd === '' ? [] : [`phone …${head.phoneEnd}`]),
    ...(plan === undefined ? [] : [cardOf(plan.collection.card)]),
  ]
  const rows: readonly (readonly [string, string])[] = [
    ['amount', `${formatAmount(money.amountMinor, currency)} ${currency}`],
    ['merchant', `${head.merchantName} (${head.merchantId})`],
    ['store', `${head.storeName} (${head.merchantCode}); all times are those of ${timeZoneOf(currency)}`],
    ['order', `${orderReference}${renamed}`],
    ['customer', customer.join(', ')],
  ]
  const width = widthOf(rows.map(([name]) => name))
  const lines = rows.flatMap(([name, value]) =>
    wrap(clean(value), style.width - width - 4).map((line, index) => {
      return `${indent}${paint('soft', (index === 0 ? name : '').padEnd(width))}  ${line}`
    }),
  )
  const state = paint(statusTones[status] ?? 'good', status)
  return [
    `${paint('strong', `Payment ${head.paymentId}`)}  ${state}  ${paint('soft', head.isTest ? 'test' : 'live')}`,
    ...lines,
  ]
}

type Row = readonly [name: string, minor: bigint]

function moneyLines({ money, head, plan }: Story, style: PageStyle): string[] {
  if (plan === undefined && money.capturedMinor === 0n) return []
  const { currency } = head
  const shop: Row[] = [
    ['amount', money.amountMinor],
    ['captured', money.capturedMinor],
    ['refunded', -money.refundedMinor],
    ['fees', -money.feeMinor],
    ['VAT on fees', -money.vatMinor],
    ['net', money.netMinor],
  ]
  const customer: Row[] = [
    ['plan', money.totalMinor],
    ...(money.serviceFeeMinor === null ? [] : [['its fee', money.serviceFeeMinor] as const]),
    ['charged', money.chargedMinor],
    ['returned', -money.returnedMinor],
    ['paid', money.paidMinor],
    ['owed', money.owedMinor],
    ...(money.writtenOffMinor === 0n ? [] : [['written off', money.writtenOffMinor] as const]),
  ]
  const names = widthOf([...shop, ...customer].map(([name]) => name))
  const amounts = widthOf([...shop, ...customer].map(([, minor]) => formatAmount(minor, currency)))
  const cell = ([name, minor]: Row): string => {
    const amount = formatAmount(minor, currency).padStart(amounts)
    const isSum = name === 'net' || name === 'paid'
    return `${style.paint('soft', name.padEnd(names))}  ${isSum ? style.paint('strong', amount) : amount}`
  }
  const width = names + amounts + 2
  const titles = ['the shop', 'the customer'].map((title) => style.paint('soft', title.padEnd(width)))
  const rows = Array.from({ length: Math.max(shop.length, customer.length) }, (_, index) => {
    const [omitted, right] = [shop[index], customer[index]]
    return `${indent}${omitted === undefined ? ' '.repeat(width) : cell(omitted)}${' '.repeat(6)}${right === undefined ? '' : cell(right)}`
  })
  return [
    `${style.paint('strong', 'Money')} ${style.paint('soft', `in ${currency}`)}`,
    `${indent}${titles.join(' '.repeat(6))}`,
    ...rows,
  ]
}

const planTones: Readonly<Record<PlanStatus, Tone>> = {
  active: 'plain',
  overdue: 'bad',
  defaulted: 'bad',
  completed: 'good',
  cancelled: 'plain',
}
const installmentTones: Readonly<Record<InstallmentStatus, Tone>> = {
  paid: 'good',
  scheduled: 'plain',
  due: 'wait',
  overdue: 'bad',
  cancelled: 'plain',
}

function planLines({ plan, head }: Story, style: PageStyle): string[] {
  if (plan === undefined) return []
  const { status, installments } = planAt(plan.facts, plan.now)
  const amount = (minor: bigint): string => formatAmount(minor, head.currency)
  const amounts = widthOf(installments.map(({ amountMinor }) => amount(amountMinor)))
  const dates = widthOf(installments.map(({ dueDate }) => shortDate(dueDate)))
  const rows = installments.map(({ number, dueDate, amountMinor, paidMinor, status: state }) => {
    const part = paidMinor > 0n && paidMinor < amountMinor ? `, ${amount(paidMinor)} of it paid` : ''
    const due = `${number}  ${shortDate(dueDate).padStart(dates)}  ${amount(amountMinor).padStart(amounts)}`
    return `${indent}${due}  ${style.paint(installmentTones[state], `${state}${part}`)}`
  })
  return [`${style.paint('strong', 'Plan')} ${style.paint(planTones[status], status)}`, ...rows]
}

function nextLines({ next, head }: Story, style: PageStyle): string[] {
  if (next.length === 0) return []
  const { currency } = head
  const rows = next.map(({ at, amountMinor, text, tone }) => ({
    when: at === null ? '' : `${shortDate(localDateOf(at, currency))} ${clockTime(at, currency)}`,
    amount: amountMinor === null ? '' : formatAmount(amountMinor, currency),
    text: clean(text),
    tone,
  }))
  const [whens, amounts] = [widthOf(rows.map(({ when }) => when)), widthOf(rows.map(({ amount }) => amount))]
  const columns = [whens, amounts].filter((width) => width > 0)
  const start = columns.reduce((sum, width) => sum + width + 2, indent.length)
  const lines = rows.flatMap(({ when, amount, text, tone }) =>
    wrap(text, style.width - start).map((line, index) => {
      if (index > 0) return `${' '.repeat(start)}${style.paint(tone, line)}`
      const cells = [...(whens > 0 ? [when.padStart(whens)] : []), ...(amounts > 0 ? [amount.padStart(amounts)] : [])]
      return `${indent}${cells.map((cell) => `${cell}  `).join('')}${style.paint(tone, line)}`
    }),
  )
  return [style.paint('strong', 'Next'), ...lines]
}
