import { type Answer, type Client, succeed } from '../testkit/client.ts'
import type { Merchant } from '../testkit/shop.ts'

/**
 * Recognizes calls that met the merchant's own fault rules. Random bodies set such rules now and then, and start
 * scenarios that set some.
 */
export class FaultedCalls {
  readonly #client: Client
  readonly #known = new Set<string>()

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Returns whether the journal lists a fault for the answered call. For a call without an answer: whether the journal
   * lists a fault of the operation that is not matched to an earlier call.
   */
  async has({ keys }: Merchant, operationId: string, answer: Answer | undefined): Promise<boolean> {
    const answered = answer?.headers.get('x-request-id')
    const faulted = [...(await this.#readFaulted(keys.live.secret)), ...(await this.#readFaulted(keys.test.secret))]
    const meant = faulted.filter(({ operation, request_id }) =>
      answered === undefined ? operation === operationId && !this.#known.has(request_id) : request_id === answered,
    )
    for (const { request_id } of faulted) this.#known.add(request_id)
    return meant.length > 0
  }

  async #readFaulted(secretKey: string): Promise<{ readonly operation: string; readonly request_id: string }[]> {
    const caller = this.#client.as(secretKey)
    const faulted = []
    for (let path = '/sandbox/journal'; ; ) {
      const { entries, cursor } = succeed(await caller.call('GET', path)).body
      if (entries.length === 0) return faulted
      faulted.push(...entries.filter(({ kind }: { kind: string }) => kind === 'fault'))
      path = `/sandbox/journal?since=${cursor}`
    }
  }
}
