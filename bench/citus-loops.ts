import type { ShardedPayment } from './citus-shop.ts'
import { HttpClient, type Request } from './http-client.ts'
import { readRequest } from './requests.ts'

/**
 * Each merchant has the same number, enough for full batches with two workers. Calls in smaller batches cost more each.
 */
const clients = 256

export interface Outcome {
  readonly perSecond: number
  readonly conflicts: number
  /** Answers other than 200 and 409. */
  readonly failures: number
}

/** A number of seconds, or a condition that is true while the load goes on. */
type Duration = number | (() => boolean)

/**
 * Captures one minor unit of one payment after the other. A call that was refused with 409 is repeated with the same
 * reference.
 */
export function captureLittle(
  baseUrl: string,
  payments: readonly ShardedPayment[],
  duration: Duration,
): Promise<Outcome> {
  return loop(baseUrl, payments, duration, (payment, repeated) => {
    const reference = repeated ?? `${payment.captured.length}`
    const body = JSON.stringify({ amount: '0.01', reference_id: reference })
    const request = { method: 'POST', path: `/api/v2/payments/${payment.id}/captures`, body }
    return { request, reference, onDone: () => void payment.captured.push(reference) }
  })
}

/** Reads one payment after the other. */
export function readAll(baseUrl: string, payments: readonly ShardedPayment[], duration: Duration): Promise<Outcome> {
  return loop(baseUrl, payments, duration, ({ id }) => ({
    request: readRequest(id),
    reference: '',
    onDone: () => undefined,
  }))
}

interface LoopCall {
  readonly request: Request
  readonly reference: string
  onDone(): void
}

async function loop(
  baseUrl: string,
  payments: readonly ShardedPayment[],
  duration: Duration,
  ask: (payment: ShardedPayment, repeated?: string) => LoopCall,
): Promise<Outcome> {
  let [done, conflicts, failures] = [0, 0, 0]
  const startedAt = performance.now()
  const goesOn = typeof duration === 'number' ? () => performance.now() - startedAt < duration * 1_000 : duration
  const keys = [...new Set(payments.map(({ key }) => key))]
  // Each client has one merchant and its own payments: no client waits for another's payment or shard.
  const work = async (client: number): Promise<void> => {
    const key = keys[client % keys.length] ?? ''
    const ofMerchant = payments.filter((payment) => payment.key === key)
    const own = ofMerchant.filter((_, index) => index % (clients / keys.length) === Math.floor(client / keys.length))
    const connection = new HttpClient(baseUrl, key)
    for (let turn = 0; goesOn(); turn += 1) {
      const payment = own[turn % own.length]
      if (payment === undefined) break
      let query = ask(payment)
      for (let status = 0; status !== 200; ) {
        status = (await connection.call(query.request)).status
        if (status === 409) conflicts += 1
        else if (status !== 200) failures += 1
        if (status !== 200) query = ask(payment, query.reference)
        if (status !== 200 && status !== 409) break
        if (status === 200) {
          query.onDone()
          done += 1
        }
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return { perSecond: (done / (performance.now() - startedAt)) * 1_000, conflicts, failures }
}
