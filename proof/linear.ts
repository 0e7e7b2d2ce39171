import {
  capture,
  close,
  createPayment,
  type ModelPayment,
  type Movement,
  type Outcome,
  refund,
  type VisiblePayment,
} from '../testkit/payment-model.ts'
import type { Call } from './history.ts'

// Checks whether a recorded history is linearizable: every call gets one moment between its begin and its end. In the
// order of these moments the rules of `testkit/payment-model.ts` must give each call its recorded answer. The search is
// that of Wing and Gong. Possible next calls that change nothing come first, which is always right; then each other
// call is tried. Failed states are remembered.

/** The result of all histories so far. */
export interface LinearTally {
  payments: number
  calls: number
  readonly violations: string[]
}

/** Returns the outcome of a call by the rules. */
function step(state: ModelPayment, { kind, reference, minor }: Call): Outcome {
  switch (kind) {
    case 'read':
      return state
    case 'close':
      return close(state)
    case 'capture':
      return capture(state, { reference, minor })
    case 'refund':
      return refund(state, { reference, minor })
  }
}

function fits({ outcome }: Call, result: Outcome): boolean {
  if (outcome.is === 'refused') return result === outcome.error
  if (typeof result === 'string') return false
  return outcome.is === 'unknown' || (outcome.is === 'done' && shows(outcome.payment, result))
}

function shows(observed: VisiblePayment, state: VisiblePayment): boolean {
  const same = (some: readonly Movement[], others: readonly Movement[]): boolean =>
    some.length === others.length &&
    some.every(({ reference, minor }, at) => reference === others[at]?.reference && minor === others[at]?.minor)
  return (
    observed.status === state.status && same(observed.captures, state.captures) && same(observed.refunds, state.refunds)
  )
}

/** Checks the history of one payment, which begins AUTHORIZED without captures. Returns the error. */
export function checkHistory(amount: number, history: readonly Call[]): string | undefined {
  const locked = history.filter(({ outcome }) => outcome.is === 'locked')
  const alone = locked.find((call) => !history.some((other) => other !== call && overlaps(call, other)))
  if (alone !== undefined) return 'a call was told that the payment is locked while no other was under way'
  // A call that was answered "locked" did nothing. A call without an answer may have done nothing.
  const calls = history.filter(({ outcome }) => outcome.is !== 'locked').sort((a, b) => a.invokedAt - b.invokedAt)
  const start: ModelPayment = { ...createPayment('', amount, 0), status: 'AUTHORIZED' }
  const search: Search = { calls, tried: new Set(), steps: 0 }
  const order = find(search, start, new Set(calls.keys()))
  if (order === 'found') return undefined
  return order === 'given up' ? 'the search for an order took too long' : 'no order of its calls explains their answers'
}

function overlaps(a: Call, b: Call): boolean {
  return a.invokedAt < b.completedAt && b.invokedAt < a.completedAt
}

interface Search {
  readonly calls: readonly Call[]
  readonly tried: Set<string>
  steps: number
}

const maxSteps = 200_000

function find(search: Search, from: ModelPayment, given: ReadonlySet<number>): 'found' | 'none' | 'given up' {
  const { calls } = search
  const left = new Set(given)
  let open = nextOf(calls, left)
  for (let put = true; put; ) {
    put = false
    for (const at of open) {
      const call = calls[at]
      const next = call && step(from, call)
      if (call === undefined || next === undefined || !fits(call, next)) continue
      if (typeof next !== 'string' && next !== from) continue
      left.delete(at)
      put = true
    }
    if (put) open = nextOf(calls, left)
  }
  if ([...left].every((at) => calls[at]?.outcome.is === 'unknown')) return 'found'
  const key = `${[...left].join()} ${from.status} ${spell(from.captures)} ${spell(from.refunds)}`
  if (search.tried.has(key)) return 'none'
  search.tried.add(key)
  for (const at of open) {
    const call = calls[at]
    const next = call && step(from, call)
    if (call === undefined || next === undefined || typeof next === 'string' || !fits(call, next)) continue
    search.steps += 1
    if (search.steps > maxSteps) return 'given up'
    const rest = new Set(left)
    rest.delete(at)
    const found = find(search, next, rest)
    if (found !== 'none') return found
  }
  return 'none'
}

function spell(movements: readonly Movement[]): string {
  return movements.map(({ reference, minor }) => `${reference}=${minor}`).join()
}

/** Returns the possible next calls: they began before any remaining call had ended. */
function nextOf(calls: readonly Call[], left: ReadonlySet<number>): number[] {
  let firstEnd = Number.POSITIVE_INFINITY
  for (const at of left) firstEnd = Math.min(firstEnd, calls[at]?.completedAt ?? firstEnd)
  return [...left].filter((at) => (calls[at]?.invokedAt ?? 0) <= firstEnd)
}

/** Checks the histories of some payments, adds the result to that of the run, and returns it. */
export function addHistories(
  run: LinearTally,
  amounts: ReadonlyMap<string, number>,
  history: readonly Call[],
): LinearTally {
  const own: LinearTally = { payments: 0, calls: 0, violations: [] }
  for (const [payment, calls] of Map.groupBy(history, (call) => call.payment)) {
    const amount = amounts.get(payment)
    if (amount === undefined) continue
    own.payments += 1
    own.calls += calls.length
    const wrong = checkHistory(amount, calls)
    if (wrong !== undefined) own.violations.push(`payment ${payment}: ${wrong}`)
  }
  run.payments += own.payments
  run.calls += own.calls
  run.violations.push(...own.violations)
  return own
}
