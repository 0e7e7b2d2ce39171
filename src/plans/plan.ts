import { splitEqually } from '../base/money.ts'
import type { Instant } from '../base/times.ts'

/** Four equal parts: the first is paid at checkout, three follow at monthly intervals (docs/contract/checkout.md#the-plan). */
export const parts = 4
export const laterParts = parts - 1
export const downPaymentPercent = 100 / parts
export const installmentPeriod = 'P1M'

export interface PlanPart {
  /** A calendar date, YYYY-MM-DD, in UTC. */
  readonly dueDate: string
  readonly amountMinor: bigint
}

export interface Plan {
  /** Paid at checkout, in minor units. */
  readonly downPaymentMinor: bigint
  /** What is left to pay after it. */
  readonly laterMinor: bigint
  readonly later: readonly PlanPart[]
}

/** How an amount is paid: the parts always sum to it, and what the division leaves over is in the last one. */
export function planOf(amountMinor: bigint, at: Instant): Plan {
  const [downPaymentMinor = 0n, ...rest] = splitEqually(amountMinor, parts)
  return {
    downPaymentMinor,
    laterMinor: amountMinor - downPaymentMinor,
    later: rest.map((part, index) => ({ dueDate: monthsLater(at, index + 1), amountMinor: part })),
  }
}

/** The same day of a later month, or that month's last day: a month after 31 January is 28 or 29 February. */
function monthsLater(at: Instant, months: number): string {
  const from = new Date(at)
  const day = from.getUTCDate()
  const target = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(day, last))
  return target.toISOString().slice(0, 10)
}
