import { type Call, type CallOptions, type ClientOptions, type Sender, send, senderOf } from './call.ts'
import type { Operations } from './generated/types.ts'
import { idOf } from './methods.ts'

export { QistError } from './errors.ts'

type Body = Operations['createSession']['body']
type Session = Operations['getSession']['answer']

const sessions = '/api/v2/checkout'

export interface CheckoutOptions extends ClientOptions {
  /** `pk_…`, or `pk_test_…` for test mode. It is public. */
  readonly publicKey: string
}

/** Opens checkout sessions from a page, and reads them. */
export class Checkout {
  readonly #sender: Sender

  constructor({ publicKey, ...options }: CheckoutOptions) {
    // Everybody who opens the page could read a secret key.
    if (!/^pk_/.test(publicKey)) throw new TypeError('publicKey must be a public key: pk_…')
    this.#sender = senderOf(options, publicKey)
  }

  /** Opens a session. Each call opens another session, so a failed call is not repeated. */
  createSession(body: Body, options?: CallOptions): Promise<Session> {
    return this.#send(
      { operation: 'createSession', method: 'POST', path: sessions, body, isRepeatable: false },
      options,
    )
  }

  /** Reads the current state of a session. */
  async getSession(id: string, options?: CallOptions): Promise<Session> {
    const operation = 'getSession'
    const path = `${sessions}/${encodeURIComponent(idOf(operation, id))}`
    return this.#send({ operation, method: 'GET', path, isRepeatable: true }, options)
  }

  #send(call: Call, options?: CallOptions): Promise<Session> {
    return send(this.#sender, call, options) as Promise<Session>
  }
}
