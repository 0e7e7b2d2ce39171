import type { entryWire } from '../../../rehearsal/journal/wire.ts'
import { oneLine } from '../../cli/output.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'

/** An entry of the journal, as the API answers it. */
export type JournalLine = ReturnType<typeof entryWire>

/** The answer to `GET /sandbox/journal`. */
export interface JournalAnswer {
  readonly entries: readonly JournalLine[]
  readonly cursor: string
}

/** Returns the newest entries of the journal, oldest first, and the cursor after them. */
export function listNewest(target: Target, count: number, signal?: AbortSignal): Promise<JournalAnswer> {
  return callSandbox<JournalAnswer>(target, 'GET', `/sandbox/journal?newest=${count}`, signal && { signal })
}

/** An id, with its end: ids begin with their time, so those of one minute begin alike. */
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){4}([0-9a-f]{8})\b/g

const shorten = (text: string): string => text.replaceAll(uuid, '…$1')

/** Returns an entry as one line: time (UTC), kind, what happened, status, duration, order number and payment. */
export function describeEntry(entry: JournalLine, orderNumber: string | undefined): string {
  const { at, kind, status, duration_ms: durationMs, payment_id: paymentId } = entry
  const cells = [
    `${at.slice(11, 23)}Z`,
    kind.padEnd(8),
    whatOf(entry).padEnd(52),
    (status === null ? failureOf(entry) : String(status)).padEnd(3),
    (durationMs === null ? '' : `${Math.round(durationMs)} ms`).padStart(8),
    ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
    ...(paymentId === null ? [] : [`payment ${shorten(paymentId)}`]),
  ]
  return oneLine(cells.join('  ').trimEnd())
}

function whatOf({ kind, operation, method, path }: JournalLine): string {
  const place = shorten(path ?? '')
  if (kind === 'delivery') return `${operation ?? 'changed'} to ${place}`
  return kind === 'request' ? `${method} ${place}` : (operation ?? '')
}

// The reason of a delivery without an answer, such as `connection refused`, is only in its sentence.
function failureOf({ kind, summary }: JournalLine): string {
  if (kind === 'delivery') return /no answer \(([^)]+)\)/.exec(summary)?.[1] ?? 'no answer'
  return kind === 'request' ? 'no answer' : ''
}

const maxKnown = 1_000

/**
 * Finds the order numbers of payments in the journal itself. A call of the API would be in the journal, too, as if the
 * shop had read the payment.
 */
export class OrderNumbers {
  readonly #target: Target
  readonly #known = new Map<string, string>()

  constructor(target: Target) {
    this.#target = target
  }

  /** Returns the order number of the entry's payment. Undefined if its messages do not contain it. */
  async find({ payment_id: paymentId, request_id: requestId }: JournalLine): Promise<string | undefined> {
    if (paymentId === null) return undefined
    const known = this.#known.get(paymentId)
    if (known !== undefined || requestId === null) return known
    const found = await this.#read(requestId)
    if (found === undefined) return undefined
    const oldest = this.#known.keys().next().value
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(paymentId, found)
    return found
  }

  async #read(requestId: string): Promise<string | undefined> {
    try {
      const { entries } = await callSandbox<RequestAnswer>(this.#target, 'GET', `/sandbox/journal/${requestId}`)
      const bodies = entries.flatMap(({ request, answer }) => [answer?.body, request?.body])
      return bodies.map(orderNumberIn).find((number) => number !== undefined)
    } catch (error) {
      // The entry is still worth a line.
      if (error instanceof CannotRun) return undefined
      throw error
    }
  }
}

interface RequestAnswer {
  readonly entries: readonly Record<'request' | 'answer', { readonly body: unknown } | null>[]
}

/** Returns `order.reference_id` of a payment, a notification or a session; undefined in anything else. */
function orderNumberIn(body: unknown): string | undefined {
  const { order, payment } = Object(body) as { readonly order?: unknown; readonly payment?: unknown }
  const { reference_id: number } = Object(order ?? Object(payment).order) as { readonly reference_id?: unknown }
  return typeof number === 'string' && number !== '' ? number : undefined
}
