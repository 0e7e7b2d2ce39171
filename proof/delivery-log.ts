import { createHash } from 'node:crypto'
import type { VisiblePayment } from '../testkit/payment-model.ts'
import type { Received } from '../testkit/receiver.ts'

/** Authorized, captured, closed, refunded. */
export const eventsEach = 4

interface PaymentDeliveries {
  readonly events: Set<string>
  /** The statuses of the payment in its notifications. */
  readonly statuses: Set<string>
}

/** A receiver's notifications in compact form: a fingerprint of each event, and the statuses of each payment. */
export class DeliveryLog {
  deliveries = 0
  /** Events that were sent again with another body. */
  readonly violations: string[] = []
  readonly #fingerprints = new Map<string, string>()
  readonly #payments = new Map<string, PaymentDeliveries>()

  note({ headers, text, body }: Pick<Received, 'headers' | 'text' | 'body'>): void {
    this.deliveries += 1
    const event = String(headers['webhook-id'])
    const fingerprint = createHash('sha256').update(text).digest('base64')
    const earlier = this.#fingerprints.get(event)
    if (earlier !== undefined && earlier !== fingerprint)
      this.violations.push(`event ${event} was sent with two bodies`)
    this.#fingerprints.set(event, fingerprint)
    const id = String(body.id)
    const payment = this.#payments.get(id) ?? { events: new Set(), statuses: new Set() }
    payment.events.add(event)
    payment.statuses.add(`${body.status} ${body.captures?.length ?? 0} ${body.refunds?.length ?? 0}`)
    this.#payments.set(id, payment)
  }

  /**
   * Compares the notifications with the acknowledged ends of payments and with the stored events. Returns the missing
   * and the unexpected ones.
   */
  check(ends: ReadonlyMap<string, VisiblePayment>, written: ReadonlySet<string>): string[] {
    return [...this.#missingOf(ends), ...this.checkEvents(written)]
  }

  /** Compares the notifications with the stored events. Returns the missing and the unexpected ones. */
  checkEvents(written: ReadonlySet<string>): string[] {
    const strange = [...this.#fingerprints.keys()].filter((event) => !written.has(event))
    return [
      ...this.missing(written).map((event) => `event ${event} is written and did not arrive`),
      ...strange.map((event) => `event ${event} arrived and is not written`),
    ]
  }

  /** Returns the stored events that did not arrive. */
  missing(written: ReadonlySet<string>): string[] {
    return [...written].filter((event) => !this.#fingerprints.has(event))
  }

  #missingOf(ends: ReadonlyMap<string, VisiblePayment>): string[] {
    return [...ends].flatMap(([id, { refunds }]) => {
      const { events, statuses } = this.#payments.get(id) ?? { events: new Set(), statuses: new Set() }
      const expected = ['authorized 0 0', 'authorized 1 0', 'closed 1 0', `closed 1 ${refunds.length}`]
      const missing = expected.filter((event) => !statuses.has(event))
      if (missing.length === 0 && events.size === eventsEach) return []
      return [`payment ${id}: ${events.size} of ${eventsEach} notifications arrived, without ${missing.join(', ')}`]
    })
  }
}
