import { storedCauses } from '../../ledger/entries.ts'
import { type PaymentStatus, type PaymentTransition, paymentStates } from '../states.ts'

/** All that was ever written about one payment, for recomputing it. Amounts in minor units. */
export interface PaymentRecord {
  readonly merchantId: string
  readonly id: string
  readonly version: number
  readonly status: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly paidMinor: bigint
  readonly writtenOffMinor: bigint
  /** How many notifications it has announced, and the sequences of those that are still kept. */
  readonly announced: number
  readonly sequences: readonly number[]
  readonly entries: readonly RecordedEntry[]
  readonly timeline: readonly RecordedStep[]
}

interface RecordedEntry {
  readonly version: number
  readonly account: string
  readonly cause: string
  readonly currency: string
  readonly amountMinor: bigint
}

interface RecordedStep {
  readonly version: number
  readonly transition: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly amountMinor: bigint | null
  readonly referenceId: string | null
}

/** Recomputes a payment from its ledger and its timeline, and says in words what does not agree. Empty: all is well. */
export function findProblems(record: PaymentRecord): string[] {
  return [...checkLedger(record), ...checkMovements(record), ...checkTimeline(record), ...checkNotifications(record)]
}

function checkLedger(record: PaymentRecord): string[] {
  const { entries } = record
  const found: string[] = []
  const versions = new Set(entries.map((entry) => entry.version))
  for (const version of versions) {
    const total = sum(entries.filter((entry) => entry.version === version))
    if (total !== 0n) found.push(`the ledger entries of version ${version} sum to ${total} and not to 0`)
  }
  if (entries.some((entry) => entry.currency !== record.currency)) found.push('a ledger entry is in another currency')
  const balance = (account: string, ...causes: string[]): bigint =>
    sum(entries.filter((entry) => entry.account === account && causes.includes(entry.cause)))
  compare(found, 'captured', record.capturedMinor, 'the ledger', -balance('merchant', 'capture'))
  compare(found, 'refunded', record.refundedMinor, 'the ledger', balance('merchant', 'refund'))
  compare(
    found,
    'paid',
    record.paidMinor,
    'the ledger',
    balance(
      'cash',
      storedCauses.down_payment,
      storedCauses.installment,
      storedCauses.customer_refund,
      storedCauses.failed_return,
    ),
  )
  compare(found, 'written off', record.writtenOffMinor, 'the ledger', balance('write_off', storedCauses.write_off))
  return found
}

function checkMovements(record: PaymentRecord): string[] {
  const found: string[] = []
  const steps = (transition: string): RecordedStep[] => record.timeline.filter((step) => step.transition === transition)
  compare(found, 'captured', record.capturedMinor, 'the captures', sum(steps('capture')))
  compare(found, 'refunded', record.refundedMinor, 'the refunds', sum(steps('refund')))
  if (record.capturedMinor > record.amountMinor) found.push('more was captured than the amount')
  if (record.refundedMinor > record.capturedMinor) found.push('more was refunded than was captured')
  for (const cause of ['capture', 'refund']) {
    for (const { version, amountMinor } of steps(cause)) {
      const entered = record.entries.find((entry) => {
        return entry.version === version && entry.cause === cause && entry.account === 'merchant'
      })?.amountMinor
      if (entered !== (cause === 'capture' ? -(amountMinor ?? 0n) : amountMinor))
        found.push(
          `the timeline's ${cause} of version ${version} is of ${amountMinor} minor units, its ledger entry of ${entered}`,
        )
    }
  }
  return found
}

function checkTimeline(record: PaymentRecord): string[] {
  const { timeline } = record
  const found: string[] = []
  const [first] = timeline
  const last = timeline.at(-1)
  if (first?.transition !== 'create') found.push('the timeline does not begin with the creation')
  if (first?.amountMinor !== record.amountMinor) {
    found.push(`the amount is ${record.amountMinor} minor units, at its creation it was ${first?.amountMinor}`)
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
  return found
}

// Old ones are removed after a while, oldest first: those that are left end with the last that was announced.
function checkNotifications({ announced, sequences }: PaymentRecord): string[] {
  const first = announced - sequences.length + 1
  const isWhole = sequences.every((sequence, index) => sequence === first + index)
  return isWhole ? [] : [`${announced} notifications were announced, there are ${sequences.join(', ')}`]
}

function isLegal({ statusBefore, transition, statusAfter }: RecordedStep): boolean {
  const row = paymentStates.table[statusBefore as PaymentStatus]
  return row?.[transition as PaymentTransition]?.includes(statusAfter as PaymentStatus) ?? false
}

function sum(of: readonly { readonly amountMinor: bigint | null }[]): bigint {
  return of.reduce((total, { amountMinor }) => total + (amountMinor ?? 0n), 0n)
}

function compare(found: string[], what: string, stored: bigint, source: string, computed: bigint): void {
  if (stored !== computed) found.push(`${what} is ${stored} minor units, by ${source} it is ${computed}`)
}
