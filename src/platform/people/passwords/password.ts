import { randomBytes, timingSafeEqual } from 'node:crypto'
import { newBulkhead } from '../../base/bulkhead.ts'
import { argon2id, type Cost } from './argon2.ts'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. About 35 ms on a thread beside the program's own. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

// They share their threads with files and names: neither a few people nor an attack may take all of them.
const bulkhead = newBulkhead({ maxInFlight: 2, maxQueued: 200 })

/** What is kept of a password, in the PHC form. Refuses with 429 where too many are being hashed. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, cost)
  return `${head}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Whether it is the password that this was kept of. Where nothing is kept it is as dear, and no. Refuses with 429 where too many are
 * being judged.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, , , costs = '', salt = '', tag = ''] = (kept ?? nobodys).split('$')
  const given = await tagOf(password, Buffer.from(salt, 'base64'), parseCost(costs))
  const isEqual = timingSafeEqual(given, Buffer.from(tag, 'base64'))
  return isEqual && kept !== null
}

const head = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

/** Of no password. */
const nobodys = `${head}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// What was kept at another cost stays what it is: `m=19456,t=2,p=1`.
function parseCost(text: string): Cost {
  const [, memory, passes, parallelism] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(text) ?? []
  if (memory === undefined) throw new Error('what is kept of a password does not say at what cost')
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
}

// One letter can be written in several ways, and keyboards differ in which.
function tagOf(password: string, nonce: Buffer, at: Cost): Promise<Uint8Array> {
  const message = Buffer.from(password.normalize('NFC'))
  return bulkhead.run('', () => argon2id({ message, nonce, tagLength, ...at }))
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
