import { formatMoney } from '../../../platform/base/money.ts'
import { hour, type Instant } from '../../../platform/base/times.ts'
import { type PaymentStatus, type PaymentTransition, paymentStates } from '../states.ts'
import type { PaymentRecord, RecordedStep } from './record.ts'

/** Compares the timeline with the state table and with the payment's row. */
export function findStepProblems(record: PaymentRecord): string[] {
  const { timeline, currency } = record
  const found: string[] = []
  const [first] = timeline
  const last = timeline.at(-1)
  if (first?.transition !== 'create') found.push('the timeline does not begin with the creation')
  if (first?.amountMinor !== record.amountMinor) {
    const created = first?.amountMinor == null ? 'unknown' : formatMoney(first.amountMinor, currency)
    found.push(`the amount is ${formatMoney(record.amountMinor, currency)}, at its creation it was ${created}`)
  }
  if (last?.statusAfter !== record.status)
    found.push(`the status is ${record.status}, the timeline ends in ${last?.statusAfter}`)
  if (timeline.length !== record.version)
    found.push(`${timeline.length} lines of timeline for version ${record.version}`)
  for (const [index, step] of timeline.entries()) {
    if (step.version !== index + 1) found.push(`the timeline has no version ${index + 1}`)
    const before = timeline[index - 1]
    if (before === undefined) continue
    if (step.statusBefore !== before.statusAfter)
      found.push(`version ${step.version} does not follow on the one before`)
    if (!isLegal(step))
      found.push(`version ${step.version}: ${step.statusBefore} cannot ${step.transition} to ${step.statusAfter}`)
  }
  return [...found, ...checkTimes(record)]
}

function isLegal({ statusBefore, transition, statusAfter }: RecordedStep): boolean {
  const row = paymentStates.table[statusBefore as PaymentStatus]
  return row?.[transition as PaymentTransition]?.includes(statusAfter as PaymentStatus) ?? false
}

// A row's times are whole seconds of the decision, the timeline's times are those of saving. Times of the timeline need
// not rise: a due change has its due time, and clocks are corrected.
const withinMs = hour

function checkTimes({ timeline, createdAt, authorizedAt, closedAt, expiredAt }: PaymentRecord): string[] {
  const firstAt = (isIt: (step: RecordedStep) => boolean): string | undefined => timeline.find(isIt)?.at
  const compare = (what: string, stored: Instant | null, at: string | undefined): string[] => {
    const apart = stored === null || at === undefined ? Number.NaN : Math.abs(stored - Date.parse(at))
    if (apart < withinMs || (stored === null && at === undefined)) return []
    const shown = stored === null ? 'not dated' : `dated ${new Date(stored).toISOString()}`
    return [`its ${what} is ${shown}, by the timeline ${at ?? 'it never was'}`]
  }
  return [
    ...compare('creation', createdAt, timeline[0]?.at),
    ...compare(
      'authorization',
      authorizedAt,
      firstAt(({ transition }) => transition === 'authorize'),
    ),
    ...compare(
      'closing',
      closedAt,
      firstAt(({ statusAfter }) => statusAfter === 'CLOSED'),
    ),
    ...compare(
      'expiry',
      expiredAt,
      firstAt(({ transition }) => transition === 'expire'),
    ),
  ]
}
