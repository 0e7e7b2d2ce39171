import type { CallOptions, ClientOptions, Sender } from './call.ts'
import type { Operations } from './generated/types.ts'
import { invoke } from './methods.ts'

export { QistError } from './errors.ts'

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
    this.#sender = { ...options, key: publicKey }
  }

  /** Opens a session. Each call opens another session, so a failed call is not repeated. */
  createSession(
    body: Operations['createSession']['body'],
    options?: CallOptions,
  ): Promise<Operations['createSession']['answer']> {
    return invoke(this.#sender, 'createSession', ['POST', '/api/v2/checkout', 'body'], [body, options])
  }

  /** Reads the current state of a session. */
  getSession(id: string, options?: CallOptions): Promise<Operations['getSession']['answer']> {
    return invoke(this.#sender, 'getSession', ['GET', '/api/v2/checkout/{id}', ''], [id, options])
  }
}
