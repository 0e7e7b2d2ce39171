import { type Answer, type Client, succeed } from '../testkit/client.ts'
import type { Merchant } from '../testkit/shop.ts'

/**
 * Tells which calls the fault rules of the merchant that made them have struck: bodies made at random set such rules now and then, and
 * start scenarios that do.
 */
export class FaultedCalls {
  readonly #client: Client
  readonly #seen = new Set<string>()

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Whether the journal says so of the call that was answered like this; of one without an answer, whether it has a struck one of the
   * operation that was not asked about yet.
   */
  async has({ keys }: Merchant, operationId: string, answer: Answer | undefined): Promise<boolean> {
    const answered = answer?.headers.get('x-request-id')
    const struck = [...(await this.#readStruck(keys.live.secret)), ...(await this.#readStruck(keys.test.secret))]
    const meant = struck.filter(({ operation, request_id }) =>
      answered === undefined ? operation === operationId && !this.#seen.has(request_id) : request_id === answered,
    )
    for (const { request_id } of struck) this.#seen.add(request_id)
    return meant.length > 0
  }

  async #readStruck(secretKey: string): Promise<{ readonly operation: string; readonly request_id: string }[]> {
    const caller = this.#client.as(secretKey)
    const struck = []
    for (let path = '/sandbox/journal'; ; ) {
      const { entries, cursor } = succeed(await caller.call('GET', path)).body
      if (entries.length === 0) return struck
      struck.push(...entries.filter(({ kind }: { kind: string }) => kind === 'fault'))
      path = `/sandbox/journal?since=${cursor}`
    }
  }
}
