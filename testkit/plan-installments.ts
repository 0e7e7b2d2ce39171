// The schedule of a plan, computed from the contract alone (docs/contract/money.md#the-plan), for
// testkit/plan-model.ts. Amounts in minor units, times in milliseconds, days as whole local days since 1970.

export type InstallmentStatus = 'paid' | 'scheduled' | 'due' | 'overdue' | 'cancelled'
export type PlanStatus = 'active' | 'completed' | 'overdue' | 'defaulted' | 'cancelled'

export interface ModelInstallment {
  readonly dueDate: string
  readonly amount: number
  readonly paid: number
  readonly status: InstallmentStatus
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** A country's local time: a fixed number of hours ahead of UTC, all year. */
export class LocalDays {
  readonly #hoursAhead: number

  constructor(hoursAhead: number) {
    this.#hoursAhead = hoursAhead
  }

  dayOf(at: number): number {
    return Math.floor((at + this.#hoursAhead * hourMs) / dayMs)
  }

  /** Returns 09:00 of that day. */
  nine(day: number): number {
    return day * dayMs + (9 - this.#hoursAhead) * hourMs
  }

  /** Returns the first 09:00 after that time. */
  nineAfter(at: number): number {
    const today = this.nine(this.dayOf(at))
    return today > at ? today : today + dayMs
  }
}

/** Returns the same day of a later month, or the last day of that month. */
export function monthsLater(day: number, months: number): number {
  const from = new Date(day * dayMs)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastOfMonth)) / dayMs
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

interface ScheduleState {
  readonly parts: readonly number[]
  readonly dueDays: readonly number[]
  readonly dueDates: readonly string[]
  readonly total: number
  readonly paid: number
  readonly today: number
  /** Whether an attempt has failed on that day or later. */
  readonly hasFailedSince: (day: number) => boolean
}

/** Returns the instalments. A smaller total reduces the last parts; paid money covers the first parts first. */
export function installmentsOf(of: ScheduleState): ModelInstallment[] {
  const { parts, dueDays, dueDates, total, paid, today, hasFailedSince } = of
  let [room, money] = [total, paid]
  const statusOf = (amount: number, covered: number, due: number): InstallmentStatus => {
    if (amount === 0) return 'cancelled'
    if (covered === amount) return 'paid'
    if (due > today) return 'scheduled'
    return hasFailedSince(due) ? 'overdue' : 'due'
  }
  return parts.map((part, index) => {
    const amount = Math.min(part, room)
    const covered = Math.min(amount, money)
    room -= amount
    money -= covered
    const status = statusOf(amount, covered, dueDays[index] ?? 0)
    return { dueDate: dueDates[index] ?? '', amount, paid: covered, status }
  })
}

export function planStatusOf(installments: readonly ModelInstallment[], isDefaulted: boolean): PlanStatus {
  const all = installments.map(({ status }) => status)
  if (all.every((status) => status === 'cancelled')) return 'cancelled'
  if (all.every((status) => status === 'cancelled' || status === 'paid')) return 'completed'
  if (isDefaulted) return 'defaulted'
  return all.includes('overdue') ? 'overdue' : 'active'
}

/** Whether a time is within ten minutes of one of these times, or of an hour at which work of the day begins or ends. */
export function isNearTimes(at: number, hoursAhead: number, times: readonly number[]): boolean {
  const ofDay = (at + hoursAhead * hourMs) % dayMs
  const distances = [0, 8, 9, 21, 24].map((hour) => Math.abs(ofDay - hour * hourMs))
  return Math.min(...distances, ...times.map((time) => Math.abs(at - time))) < 10 * 60_000
}
