import { decimalsOf, formatAmount, parseAmount } from '../../../platform/base/money.ts'
import { type Instant, isDateText, parseInstant, wholeSecond } from '../../../platform/base/times.ts'
import { localDateOf, startOf } from '../../plans/local-time.ts'
import type { BankPayout } from '../payout.ts'
import type { Answer, AnswerLine, AnswerProblem } from './bank-answer.ts'

export interface Confirmation {
  readonly payout: BankPayout
  readonly paidAt: Instant
}

export interface JudgedAnswer {
  /** The newly paid payouts, each once. */
  readonly confirmed: readonly Confirmation[]
  /** Payouts that were paid before. */
  readonly paidBefore: readonly BankPayout[]
  readonly problems: readonly AnswerProblem[]
}

/** A payout with its merchant's current time. */
export interface DatedPayout {
  readonly payout: BankPayout
  readonly now: Instant
}

/** Judges each line of the bank's answer by the payout with its reference. */
export function judgeAnswer(answer: Answer, known: ReadonlyMap<string, DatedPayout>): JudgedAnswer {
  const problems = [...answer.problems]
  const paid = new Map<string, Confirmation & { readonly date: string }>()
  for (const line of answer.lines) {
    const found = known.get(line.reference)
    const judged = found === undefined ? unknown(line) : judgeLine(line, found)
    const earlier = paid.get(line.reference)
    const problem =
      typeof judged === 'string'
        ? judged
        : earlier !== undefined && earlier.paidAt !== judged.paidAt
          ? `the same reference was confirmed with another date before, ${earlier.date}`
          : undefined
    if (problem !== undefined) problems.push({ line: line.line, reference: line.reference, problem })
    else if (typeof judged !== 'string') paid.set(line.reference, { ...judged, date: line.date })
  }
  const all = [...paid.values()]
  return {
    confirmed: all.filter(({ payout }) => payout.state !== 'paid'),
    paidBefore: all.filter(({ payout }) => payout.state === 'paid').map(({ payout }) => payout),
    problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  }
}

function unknown({ reference }: AnswerLine): string {
  return reference === '' ? 'no reference is named' : 'no payout has this reference'
}

function judgeLine({ date, amount }: AnswerLine, { payout, now }: DatedPayout): Confirmation | string {
  if (payout.state === 'pending') return 'this payout was never exported'
  const wrongAmount = amount === null ? undefined : amountProblem(amount, payout)
  if (wrongAmount !== undefined) return wrongAmount
  const paidAt = readDate(date, payout, now)
  return typeof paidAt === 'string' ? paidAt : { payout, paidAt }
}

function amountProblem(text: string, { amountMinor, currency }: BankPayout): string | undefined {
  const minor = parseAmount(text, currency)
  if (typeof minor === 'string') return `${text} is no amount with ${decimalsOf(currency)} decimals`
  if (minor === amountMinor) return undefined
  return `the amount is ${formatAmount(amountMinor, currency)} ${currency}, and not ${text}`
}

// A date without a time means that day at the store. The payout may be from the morning of the same day.
function readDate(text: string, { createdAt, currency }: BankPayout, now: Instant): Instant | string {
  const early = `${text} is before the payout was made`
  const late = `${text} is in the future`
  if (isDateText(text)) {
    if (text < localDateOf(createdAt, currency)) return early
    if (text > localDateOf(now, currency)) return late
    return Math.max(startOf(text, currency), createdAt)
  }
  const at = parseInstant(text)
  if (at === undefined) return `${text === '' ? 'nothing' : text} is no date such as 2026-03-01 or 2026-03-01T10:00:00Z`
  if (at < wholeSecond(createdAt)) return early
  return at > now ? late : at
}
