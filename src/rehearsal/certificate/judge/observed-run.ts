import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { refusals } from '../../../platform/merchants/refusals.ts'
import { memberOf } from '../../journal/request-entry.ts'
import type { EntryFacts, PaymentFacts, RunFacts, ScenarioFacts } from '../facts.ts'

/** An entry with its position in the run. */
export interface RunEntry {
  readonly entry: EntryFacts
  readonly scenario: ScenarioFacts
  /** Position: entries with a smaller one were written earlier. */
  readonly place: number
  /** The kind of the scenario's fault rule that was applied, if any. */
  readonly fault: string | null
}

/** A call of the shop. */
export interface Call extends RunEntry {
  /** The request's body; undefined if there was none or it was cut. */
  readonly sent: unknown
  /** The answer's body, likewise. */
  readonly answered: unknown
}

/** A payment with its entries, in the scenario in which the shop opened its session. */
export interface ObservedPayment extends PaymentFacts {
  readonly scenario: ScenarioFacts
  /** The shop's calls about it, oldest first, including later scenarios. */
  readonly calls: readonly Call[]
  readonly deliveries: readonly RunEntry[]
  /** Faults injected into its calls and notifications. */
  readonly injections: readonly RunEntry[]
  readonly changes: readonly RunEntry[]
}

/** The facts of a run, arranged for the judges. */
export interface ObservedRun {
  readonly facts: RunFacts
  /** The shop's calls, oldest first, without those in `strayed`. */
  readonly calls: readonly Call[]
  /** Calls at the address of another region than the key's. They had no effect. */
  readonly strayed: readonly Call[]
  /** Real deliveries, without forged ones. */
  readonly deliveries: readonly RunEntry[]
  readonly payments: readonly ObservedPayment[]
  /** Whether the shop captures at all. Only then a missing capture means anything. */
  readonly hasShopCapture: boolean
}

export function observeRun(facts: RunFacts): ObservedRun {
  const runEntries = facts.scenarios.flatMap((scenario) => {
    const kinds = new Map(scenario.faults.map(({ id, kind }) => [id, kind]))
    return scenario.entries.map((entry) => ({ entry, scenario, fault: kinds.get(entry.faultId ?? '') ?? null }))
  })
  const placed = runEntries.map((one, place) => ({ ...one, place }))
  const requests = placed.filter(({ entry }) => entry.kind === 'request').map(callOf)
  const [calls, strayed] = [false, true].map((is) => requests.filter((call) => isStrayed(call) === is)) as [
    Call[],
    Call[],
  ]
  const forged = new Set(facts.scenarios.flatMap((scenario) => scenario.forged.map(({ webhookId }) => webhookId)))
  const deliveries = placed.filter(({ entry }) => entry.kind === 'delivery' && !forged.has(entry.requestId ?? ''))
  const callsOf = grouped(calls)
  const deliveriesOf = grouped(deliveries)
  const injectionsOf = grouped(placed.filter(({ entry }) => entry.kind === 'fault'))
  const changesOf = grouped(placed.filter(({ entry }) => entry.kind === 'change'))
  const payments = facts.scenarios.flatMap((scenario) =>
    scenario.payments.map((payment) => ({
      ...payment,
      scenario,
      calls: callsOf.get(payment.id) ?? [],
      deliveries: deliveriesOf.get(payment.id) ?? [],
      injections: injectionsOf.get(payment.id) ?? [],
      changes: changesOf.get(payment.id) ?? [],
    })),
  )
  const hasShopCapture = payments.some(({ changes: own }) => own.some(isShopsCapture))
  return { facts, calls, strayed, deliveries, payments, hasShopCapture }
}

function isStrayed({ entry, answered }: Call): boolean {
  return entry.status === 403 && memberOf(answered, 'error') === refusals.wrongRegion.text
}

function callOf(runEntry: RunEntry): Call {
  return { ...runEntry, sent: parsed(runEntry.entry.request?.body), answered: parsed(runEntry.entry.answer?.body) }
}

function parsed(json: string | null | undefined): unknown {
  if (json == null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function grouped<T extends RunEntry>(all: readonly T[]): Map<PaymentId | null, T[]> {
  return Map.groupBy(all, ({ entry }) => entry.paymentId)
}

export function isShopsCapture({ entry }: RunEntry): boolean {
  return entry.operation === 'capture' && entry.change !== null && entry.change.actor !== 'service'
}

/** Returns whether the call moves money. */
export function isMovement({ entry }: RunEntry): boolean {
  return entry.operation === 'capturePayment' || entry.operation === 'refundPayment'
}

/** Returns whether the call treats the payment as paid. */
export function isAct(call: RunEntry): boolean {
  return isMovement(call) || call.entry.operation === 'closePayment'
}

/** Statuses that may change on the next try. */
const passing = new Set([408, 409, 425, 429])

/** Returns whether the answer is a 4xx that stays the same on the next try. */
export function isRefused({ entry: { status } }: RunEntry): boolean {
  return status !== null && status >= 400 && status < 500 && !passing.has(status)
}

/** Returns the time of the answer, or of the connection's end. */
export function endOf({ entry }: RunEntry): Instant {
  return entry.at + (entry.durationMs ?? 0)
}

export function isAfter(one: RunEntry, other: RunEntry): boolean {
  return one.place > other.place
}

/** Returns a name such as `capture of 340.00 with reference_id 1001-a`, or `link to the payment page`. */
export function nameOf({ entry, sent }: Call): string {
  const amount = memberOf(sent, 'amount')
  const of = typeof amount === 'string' || typeof amount === 'number' ? ` of ${amount}` : ''
  const reference = entry.referenceId === null ? '' : ` with reference_id ${entry.referenceId}`
  const operation = entry.operation === 'sendLink' ? 'link to the payment page' : (entry.operation ?? 'call')
  return `${operation.replace('Payment', '')}${of}${reference}`
}

/** Returns a duration such as `12 ms` or `1.5 s`. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/**
 * Returns amounts and items as a text. Two calls for the same movement have the same text, whatever their references.
 */
export function intentionOf({ sent }: Call): string {
  const amounts = ['amount', 'tax_amount', 'shipping_amount', 'discount_amount'].map((name) => plain(sent, name))
  const items = memberOf(sent, 'items')
  return JSON.stringify([amounts, Array.isArray(items) ? items.map(sorted) : []])
}

// 340, 340.0 and "340.00" are one amount; a discount of zero is none.
function plain(sent: unknown, name: string): string {
  const amount = memberOf(sent, name)
  if (typeof amount !== 'string' && typeof amount !== 'number') return ''
  const text = String(amount).trim()
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '0' ? '' : short
}

function sorted(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  return Object.entries(item)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Returns the payment's status in an answer, in upper case; undefined if the answer does not show this payment. */
export function shownStatus({ entry, answered }: Call, paymentId: PaymentId): string | undefined {
  if (entry.status !== 200) return undefined
  const listed = memberOf(answered, 'payments')
  const shown = Array.isArray(listed) ? listed : [memberOf(answered, 'payment') ?? answered]
  const status = memberOf(
    shown.find((one) => memberOf(one, 'id') === paymentId),
    'status',
  )
  return typeof status === 'string' ? status : undefined
}

/** Returns the calls that may have shown the payment's status to the shop. */
export function readsOf({ calls }: ObservedRun, { id }: ObservedPayment): Call[] {
  return calls.filter(
    (call) =>
      isRead(call) && (call.entry.paymentId === id || call.entry.operation === 'listPayments') && isKnown(call, id),
  )
}

function isRead({ entry }: Call): boolean {
  return ['getPayment', 'getSession', 'listPayments'].includes(entry.operation ?? '')
}

// A cut answer counts as showing the payment.
function isKnown(call: Call, id: PaymentId): boolean {
  return call.answered === undefined || shownStatus(call, id) !== undefined
}
