import { inspect } from 'node:util'

/**
 * The security code of a saved card, on its way to the processor. It cannot be logged, serialised or put into an
 * error by accident.
 */
export class SecurityCode {
  readonly #digits: string

  constructor(digits: string) {
    this.#digits = digits
  }

  /** Returns the digits, for the processor only. */
  reveal(): string {
    return this.#digits
  }

  toJSON(): string {
    return '[security code]'
  }

  toString(): string {
    return '[security code]'
  }

  [inspect.custom](): string {
    return '[security code]'
  }
}
