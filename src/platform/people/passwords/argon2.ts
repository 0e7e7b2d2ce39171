import crypto from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of a hash. `memory` is in KiB. */
export interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The input of argon2id. `tagLength`: bytes of the result. */
interface Argon2Input extends Cost {
  readonly message: Buffer
  readonly nonce: Buffer
  readonly tagLength: number
}

/** argon2id (RFC 9106). All implementations return the same bytes. */
export type Argon2id = (input: Argon2Input) => Promise<Uint8Array>

/** Returns the implementation of Node 24.7 and newer, on a worker thread; undefined in older versions. */
function nativeArgon2id(): Argon2id | undefined {
  if (crypto.argon2 === undefined) return undefined
  const derive = promisify(crypto.argon2)
  return (input) => derive('argon2id', input)
}

/** The implementation in JavaScript, on the main thread. It yields every few milliseconds. */
export const slowArgon2id: Argon2id = async ({ message, nonce, ...of }) => {
  // Loaded only when it is needed: newer versions of Node never do.
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  return argon2idAsync(message, nonce, { m: of.memory, t: of.passes, p: of.parallelism, dkLen: of.tagLength })
}

export const argon2id: Argon2id = nativeArgon2id() ?? slowArgon2id
