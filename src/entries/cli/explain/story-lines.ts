import { englishOf } from '../../../money/explain/english/events.ts'
import { counted, type EventText } from '../../../money/explain/english/words.ts'
import type { StoryEvent } from '../../../money/explain/event.ts'
import type { Head, Story } from '../../../money/explain/story.ts'
import { localDateOf } from '../../../money/plans/local-time.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { type CutLine, cutKinds, type Gap } from './cut-kinds.ts'
import { clean, clockTime, dayHeading, indent, type PageStyle, widthOf, wrap } from './text.ts'

/** How many events of a kind are printed: the first half and the last half. */
const most = { short: 20, all: 500 } as const

type StoryLine = EventText & { readonly event: StoryEvent; readonly amountMinor: bigint | null }

/** Returns the events, day by day of the store, one line each; with `--all` the details of each beneath. */
export function storyLines(story: Story, style: PageStyle): string[] {
  const { currency } = story.head
  const all = story.events
    .filter(({ kind, isDetail }) => kind !== 'attempt' && (style.isAll || !isDetail))
    .map((event): StoryLine => ({ ...englishOf(event, currency), event, amountMinor: event.amountMinor }))
  const cut = cutKinds(all, style.isAll ? most.all : most.short)
  const columns = columnsOf(currency, cut, style)
  const days = Map.groupBy(cut, ({ line }) => localDateOf(line.event.at, currency))
  const lines = [...days].flatMap(([date, ofDay]) => [
    `${indent}${dayHeading(date)}`,
    ...ofDay.flatMap(({ line, gap }) =>
      gap === undefined ? eventLines(line, columns, style) : [gapLine(line, gap, columns, style)],
    ),
  ])
  return [style.paint('strong', 'Story'), ...lines, ...closingLines(story, style)]
}

interface Columns {
  readonly currency: Head['currency']
  /** Widths, in characters. */
  readonly time: number
  readonly label: number
  /** 0 if no event has an amount. */
  readonly amount: number
  /** Where the text begins. */
  readonly text: number
}

function columnsOf(currency: Head['currency'], cut: readonly CutLine<StoryLine>[], { isAll }: PageStyle): Columns {
  const time = isAll ? 8 : 5
  const label = widthOf(cut.map(({ line }) => line.label))
  const amount = widthOf(cut.map(({ line, gap }) => amountText((gap ?? line).amountMinor, currency)))
  return { currency, time, label, amount, text: startOf('', { time, label, amount }).length }
}

function amountText(minor: bigint | null, currency: Head['currency']): string {
  return minor === null ? '' : formatAmount(minor, currency)
}

/** Returns a line up to its text. `label` has its full width already, because colours add invisible characters. */
function startOf(
  time: string,
  columns: Pick<Columns, 'time' | 'label' | 'amount'>,
  label = ' '.repeat(columns.label),
  amount = '',
): string {
  const cells = [time.padStart(columns.time), label, ...(columns.amount === 0 ? [] : [amount.padStart(columns.amount)])]
  return `${indent}${indent}${cells.map((cell) => `${cell}  `).join('')}`
}

function eventLines({ event, label, text, more }: StoryLine, columns: Columns, style: PageStyle): string[] {
  const { paint, isAll } = style
  const { currency } = columns
  const { at, tone, amountMinor } = event
  const painted = paint(tone, label.padEnd(columns.label))
  const start = startOf(clockTime(at, currency, isAll), columns, painted, amountText(amountMinor, currency))
  const beneath = ' '.repeat(columns.text)
  const width = style.width - columns.text
  const lines = wrap(clean(text), width).map((line, index) => `${index === 0 ? start : beneath}${line}`)
  if (!isAll) return lines
  const details = more.flatMap((line) =>
    wrap(clean(line.at === undefined ? line.text : `${clockTime(line.at, currency, true)} ${line.text}`), width),
  )
  return [...lines, ...[...entryLines(event, currency), ...details].map((line) => `${beneath}${paint('soft', line)}`)]
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

function gapLine({ label }: StoryLine, { count, amountMinor }: Gap, columns: Columns, style: PageStyle): string {
  const amount = amountText(amountMinor, columns.currency)
  const text = `${counted(count, 'more', 'more')}${amount === '' ? '' : ', together'}`
  return style.paint('soft', `${startOf('…', columns, label.padEnd(columns.label), amount)}${text}`)
}

function closingLines({ events, leftOut }: Story, style: PageStyle): string[] {
  const unread = [
    ...(leftOut.changes > 0 ? [counted(leftOut.changes, 'change')] : []),
    ...(leftOut.notifications > 0 ? [counted(leftOut.notifications, 'notification')] : []),
    ...(leftOut.messages > 0 ? [counted(leftOut.messages, 'message')] : []),
  ]
  const delivered = events.filter(({ kind, isDetail }) => kind === 'notification' && isDetail).length
  const lines = [
    ...(unread.length === 0 ? [] : [`Not told here: ${lists.format(unread)} more.`]),
    ...(style.isAll ? [] : [sayDetails(delivered)]),
  ].flatMap((line) => wrap(line, style.width))
  return lines.length === 0 ? [] : ['', ...lines.map((line) => style.paint('soft', line))]
}

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function sayDetails(delivered: number): string {
  const webhooks = delivered === 0 ? [] : [`${counted(delivered, 'notification')} without trouble`]
  return `--all also tells ${lists.format(['requests', 'ledger entries', 'texts', 'references', ...webhooks])}.`
}
