import type { StoryEvent } from '../../../money/explain/event.ts'
import type { Head, Story } from '../../../money/explain/story.ts'
import { counted } from '../../../money/explain/words.ts'
import { localDateOf } from '../../../money/plans/local-time.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { cutKinds, type OmittedEvents, type ShownEvent } from './cut-kinds.ts'
import { clean, clockTime, dayHeading, indent, type PageStyle, widthOf, wrap } from './text.ts'

/** Most events per kind, half of them the first and half the last: by default, and with --all. */
const most = { atFirst: 20, inAll: 500 } as const

/** Returns the events by the store's days, one line each. With --all, the details of each event follow beneath. */
export function storyLines(story: Story, look: PageStyle): string[] {
  const { currency } = story.head
  const told = story.events.filter(({ what, isSecondLook }) => what !== 'attempt' && (look.isAll || !isSecondLook))
  const shown = cutKinds(told, look.isAll ? most.inAll : most.atFirst)
  const columns = columnsOf(currency, shown, look)
  const days = Map.groupBy(shown, ({ event }) => localDateOf(event.at, currency))
  const lines = [...days].flatMap(([date, ofDay]) => [
    `${indent}${dayHeading(date)}`,
    ...ofDay.flatMap(({ event, omitted }) =>
      omitted === undefined ? eventLines(event, columns, look) : [omittedLine(event, omitted, columns, look)],
    ),
  ])
  return [look.paint('strong', 'Story'), ...lines, ...closingLines(story, look)]
}

interface Columns {
  readonly currency: Head['currency']
  /** Width of each column. */
  readonly time: number
  readonly kind: number
  /** 0 if no event has an amount. */
  readonly amount: number
  /** Column in which the sentences begin. */
  readonly text: number
}

function columnsOf(currency: Head['currency'], shown: readonly ShownEvent[], { isAll }: PageStyle): Columns {
  const time = isAll ? 8 : 5
  const kind = widthOf(shown.map(({ event }) => event.kind))
  const amounts = shown.map(({ event, omitted }) => amountText((omitted ?? event).amountMinor, currency))
  const amount = widthOf(amounts)
  return { currency, time, kind, amount, text: startOf('', { time, kind, amount }).length }
}

function amountText(minor: bigint | null, currency: Head['currency']): string {
  return minor === null ? '' : formatAmount(minor, currency)
}

/** Returns the part of a line before the sentence; `kind` may contain colour codes. */
function startOf(
  time: string,
  columns: Pick<Columns, 'time' | 'kind' | 'amount'>,
  kind = ' '.repeat(columns.kind),
  amount = '',
): string {
  const cells = [time.padStart(columns.time), kind, ...(columns.amount === 0 ? [] : [amount.padStart(columns.amount)])]
  return `${indent}${indent}${cells.map((cell) => `${cell}  `).join('')}`
}

function eventLines(event: StoryEvent, columns: Columns, look: PageStyle): string[] {
  const { paint, isAll } = look
  const { currency } = columns
  const kind = paint(event.tone, event.kind.padEnd(columns.kind))
  const start = startOf(clockTime(event.at, currency, isAll), columns, kind, amountText(event.amountMinor, currency))
  const beneath = ' '.repeat(columns.text)
  const width = look.width - columns.text
  const lines = wrap(clean(event.text), width).map((line, index) => `${index === 0 ? start : beneath}${line}`)
  if (!isAll) return lines
  const more = event.more.flatMap(({ at, text }) =>
    wrap(clean(at === undefined ? text : `${clockTime(at, currency, true)} ${text}`), width),
  )
  return [...lines, ...[...entryLines(event, currency), ...more].map((line) => `${beneath}${paint('soft', line)}`)]
}

// Debits are positive, credits negative.
function entryLines({ entries }: StoryEvent, currency: Head['currency']): string[] {
  const rows = entries.map(({ account, amountMinor }) => {
    const isDebit = amountMinor > 0n
    const amount = formatAmount(isDebit ? amountMinor : -amountMinor, currency)
    return { side: isDebit ? 'debit' : 'credit', account, amount }
  })
  const accounts = widthOf(rows.map(({ account }) => account))
  const amounts = widthOf(rows.map(({ amount }) => amount))
  return rows.map(
    ({ side, account, amount }) => `${side.padEnd(6)}  ${account.padEnd(accounts)}  ${amount.padStart(amounts)}`,
  )
}

function omittedLine(
  { kind }: StoryEvent,
  { count, amountMinor }: OmittedEvents,
  columns: Columns,
  look: PageStyle,
): string {
  const amount = amountText(amountMinor, columns.currency)
  const text = `${counted(count, 'more', 'more')}${amount === '' ? '' : ', together'}`
  return look.paint('soft', `${startOf('…', columns, kind.padEnd(columns.kind), amount)}${text}`)
}

function closingLines({ events, leftOut }: Story, look: PageStyle): string[] {
  const unread = [
    ...(leftOut.changes > 0 ? [counted(leftOut.changes, 'change')] : []),
    ...(leftOut.notifications > 0 ? [counted(leftOut.notifications, 'notification')] : []),
    ...(leftOut.messages > 0 ? [counted(leftOut.messages, 'message')] : []),
  ]
  const delivered = events.filter(({ what, isSecondLook }) => what === 'notification' && isSecondLook).length
  const told = [
    ...(unread.length === 0 ? [] : [`Not told here: ${lists.format(unread)} more.`]),
    ...(look.isAll ? [] : [hiddenLine(delivered)]),
  ].flatMap((line) => wrap(line, look.width))
  return told.length === 0 ? [] : ['', ...told.map((line) => look.paint('soft', line))]
}

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function hiddenLine(delivered: number): string {
  const webhooks = delivered === 0 ? [] : [`${counted(delivered, 'notification')} without trouble`]
  return `--all also tells ${lists.format(['requests', 'ledger entries', 'texts', 'references', ...webhooks])}.`
}
