import { randomBytes, timingSafeEqual } from 'node:crypto'
import { newBulkhead } from '../../base/bulkhead.ts'
import { argon2id, type Cost } from './argon2.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 35 ms on a worker thread. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

// Hashes share Node's worker threads with files and DNS. The limit leaves threads free, also under an attack.
const bulkhead = newBulkhead({ maxInFlight: 2, maxQueued: 200 })

/** Returns the stored hash of a password, in the PHC format. Refuses with 429 if too many passwords wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, cost)
  return `${head}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Whether the password matches the stored hash. Without a hash it returns false and takes as long. Refuses with 429 if
 * too many passwords wait.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, , , costs = '', salt = '', tag = ''] = (kept ?? nobodys).split('$')
  const given = await tagOf(password, Buffer.from(salt, 'base64'), parseCost(costs))
  const isEqual = timingSafeEqual(given, Buffer.from(tag, 'base64'))
  return isEqual && kept !== null
}

const head = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

/** A hash of no password: its check takes as long as any other. */
const nobodys = `${head}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// Reads `m=19456,t=2,p=1`: earlier hashes may have another cost.
function parseCost(text: string): Cost {
  const [, memory, passes, parallelism] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(text) ?? []
  if (memory === undefined) throw new Error('what is kept of a password does not say at what cost')
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
}

// Keyboards write one letter in different code points: NFC makes them equal.
function tagOf(password: string, nonce: Buffer, at: Cost): Promise<Uint8Array> {
  const message = Buffer.from(password.normalize('NFC'))
  return bulkhead.run('', () => argon2id({ message, nonce, tagLength, ...at }))
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
