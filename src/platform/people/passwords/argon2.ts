import crypto from 'node:crypto'
import { promisify } from 'node:util'

/** How dear it is; the memory in KiB. */
export interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** What is hashed, and to how many bytes. */
interface Argon2Input extends Cost {
  readonly message: Buffer
  readonly nonce: Buffer
  readonly tagLength: number
}

/** argon2id (RFC 9106), the same by whatever does it. */
export type Argon2id = (input: Argon2Input) => Promise<Uint8Array>

/** That of Node 24.7 and newer, on a thread beside the program's own; undefined before. */
function nativeArgon2id(): Argon2id | undefined {
  if (crypto.argon2 === undefined) return undefined
  const derive = promisify(crypto.argon2)
  return (input) => derive('argon2id', input)
}

/** In JavaScript, on the program's own thread, which it lets go of every few milliseconds. */
export const slowArgon2id: Argon2id = async ({ message, nonce, ...of }) => {
  // Few need it.
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  return argon2idAsync(message, nonce, { m: of.memory, t: of.passes, p: of.parallelism, dkLen: of.tagLength })
}

export const argon2id: Argon2id = nativeArgon2id() ?? slowArgon2id
