import { isDeepStrictEqual } from 'node:util'
import type { Receiver } from '../testkit/receiver.ts'
import { retry } from '../testkit/timeouts.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The bodies of a receiver that refuses every event at first, and whether each retry had the same body. */
export class Bodies {
  deliveries = 0
  readonly #texts = new Map<string, string>()
  readonly #wrong: string[] = []
  readonly #again = new Set<string>()

  constructor(receiver: Receiver) {
    receiver.answer = ({ headers, text }, response) => {
      this.deliveries += 1
      const event = String(headers['webhook-id'])
      const earlier = this.#texts.get(event)
      if (earlier === undefined) {
        this.#texts.set(event, text)
        response.writeHead(500).end()
        return
      }
      if (earlier !== text) this.#wrong.push(`event ${event} was sent with two bodies`)
      this.#again.add(event)
      response.end('ok')
    }
  }

  /** Waits until every event of the payment has arrived twice, and compares each with the payment's history. */
  async check({ records }: TestEnvironment, payment: string): Promise<string[]> {
    const rows = await records.query(
      `select id, sequence from notifications where payment_id = '${payment}' order by sequence`,
    )
    const events = rows.map(({ id }) => String(id))
    await retry('every event arrives twice', () => events.every((event) => this.#again.has(event)), { pauseMs: 50 })
    const bodies = events.map((event) => JSON.parse(this.#texts.get(event) ?? '{}'))
    const last = bodies.at(-1)
    const wrong = [...this.#wrong]
    let [captures, refunds] = [0, 0]
    for (const [index, body] of bodies.entries()) {
      // Each event adds one movement, or closes the payment.
      const isGrown = body.captures.length >= captures && body.refunds.length >= refunds
      const isPrefix =
        isDeepStrictEqual(body.captures, last.captures.slice(0, body.captures.length)) &&
        isDeepStrictEqual(body.refunds, last.refunds.slice(0, body.refunds.length))
      if (!isGrown || !isPrefix) wrong.push(`event ${index + 1} does not tell of all that was moved until then`)
      captures = body.captures.length
      refunds = body.refunds.length
    }
    const timeline = await records.query(
      `select count(*) filter (where move = 'capture')::int as captures, count(*) filter (where move = 'refund')::int as refunds
       from payment_timeline where payment_id = '${payment}'`,
    )
    if (captures !== timeline[0]?.['captures'] || refunds !== timeline[0]?.['refunds'])
      wrong.push(`the last event tells of ${captures} captures and ${refunds} refunds, and there were more`)
    if (bodies.length !== 1 + captures + 1 + refunds)
      wrong.push(`${bodies.length} events tell of ${captures} captures, a close and ${refunds} refunds`)
    return wrong
  }
}
