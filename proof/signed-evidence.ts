import { join } from 'node:path'
import { readKeys, verifyDocument } from '../src/platform/signing/verify-document.js'
import { formatMinor } from '../testkit/amounts.ts'
import { adminOf, type BackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import { type Caller, succeed } from '../testkit/client.ts'
import { runQist } from '../testkit/command.ts'
import type { Random } from '../testkit/random.ts'
import { newMerchant } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { storeHeader } from './fixtures.ts'
import { newPayment } from './new-payment.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** Bytes of a document that the quick form changes, removes and adds. */
const sampledBytes = 400

/** A document as it was downloaded, and the keys to check it. */
interface SignedFile {
  readonly of: string
  readonly bytes: Buffer
  readonly keys: readonly unknown[]
}

/**
 * P34: downloads evidence of payments of every kind, and checks it with the published keys alone. Then it changes,
 * removes and adds single bytes: each document with another byte is not valid.
 */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p34', { connections: 4 })
  try {
    const rounds = context.size(1, 5)
    const violations: string[] = []
    let [files, bytes, mutations] = [0, 0, 0]
    for (let round = 1; round <= rounds && violations.length === 0; round += 1) {
      for await (const file of downloadEvidence(context, environment, round)) {
        files += 1
        bytes += file.bytes.length
        const found = await judge(context, file)
        mutations += found.mutations
        violations.push(...found.violations)
        context.progress(files, rounds * lives.length, 'documents')
      }
    }
    const counts = { documents: files, 'bytes of them': bytes, 'bytes changed, removed and added': mutations }
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await environment.close()
  }
}

async function* downloadEvidence(
  context: Context,
  environment: TestEnvironment,
  round: number,
): AsyncGenerator<SignedFile> {
  const { client, service, databaseUrl } = environment
  const { id: merchantId, keys } = await newMerchant(client)
  const merchant = client.as(keys.live.secret, storeHeader)
  const visitor = await signInAt(service.urls.uae, adminOf(merchantId))
  const random = context.random(`p34 round ${round}`)
  for (const { of, live } of lives) {
    const id = await live(merchant, random)
    const text = await retry(`the seals of ${of}`, () => sealedEvidence(visitor, id))
    const published = Buffer.from(succeed(await client.call('GET', '/.well-known/qist-keys.json')).text)
    yield { of, bytes: Buffer.from(text), keys: readKeys(published) }
  }
  // The command makes the same document as the page.
  const id = await newPayment(merchant, 340_00, 'main')
  const { stdout } = await runQist(databaseUrl, join(context.folder, 'p34'), 'evidence', id)
  if (JSON.parse(stdout).payment?.id !== id) throw new Error('the command made no evidence')
}

/** Returns the evidence once each of its entries is sealed. */
async function sealedEvidence(visitor: BackOfficeVisitor, id: string): Promise<string | false> {
  const { status, text } = await visitor.get(`/dashboard/live/payments/${id}/evidence`)
  if (status !== 200) throw new Error(`the evidence of ${id} was answered ${status}`)
  const entries: readonly { readonly seal: number | null }[] = JSON.parse(text).ledger.entries
  return entries.every(({ seal }) => seal !== null) && text
}

interface PaymentLife {
  readonly of: string
  live(merchant: Caller, random: Random): Promise<string>
}

const lives: readonly PaymentLife[] = [
  { of: 'an authorized payment', live: (merchant) => newPayment(merchant, 340_00, 'main') },
  { of: 'a captured and refunded payment', live: refunded },
  {
    of: 'a disputed payment',
    live: async (merchant, random) => {
      const id = await refunded(merchant, random)
      succeed(await merchant.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'product_issue' }))
      return id
    },
  },
]

async function refunded(merchant: Caller, random: Random): Promise<string> {
  const id = await newPayment(merchant, 340_00, 'main')
  const move = async (kind: 'captures' | 'refunds', minor: number): Promise<void> => {
    succeed(await merchant.call('POST', `/api/v2/payments/${id}/${kind}`, { amount: formatMinor(minor) }))
  }
  const first = random.between(1, 339_99)
  await move('captures', first)
  await move('captures', 340_00 - first)
  await move('refunds', random.between(1, 100_00))
  return id
}

/** Checks a document, and each one that differs from it in one byte. */
async function judge(context: Context, { of, bytes, keys }: SignedFile) {
  const violations: string[] = []
  const { valid, why } = await verifyDocument(bytes, keys)
  if (!valid) return { violations: [`the evidence of ${of} is not valid: ${why}`], mutations: 0 }
  const random = context.random(`p34 ${of}`)
  const count = context.isQuick ? context.size(sampledBytes, sampledBytes) : bytes.length + 1
  let mutations = 0
  for (let number = 0; number < count; number += 1) {
    const at = context.isQuick ? random.between(0, bytes.length) : number
    for (const { what, mutated } of mutationsAt(bytes, at, random)) {
      mutations += 1
      if ((await verifyDocument(mutated, keys)).valid) violations.push(`the evidence of ${of}: ${what} was not found`)
    }
  }
  return { violations, mutations }
}

/** The documents with a byte before this place added, and with the one at this place changed and removed. */
function mutationsAt(bytes: Buffer, at: number, random: Random) {
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)]
  const added = Buffer.concat([before, Buffer.of(random.between(0, 255)), bytes.subarray(at)])
  const all = [{ what: `a byte that was added at ${at}`, mutated: added }]
  const byte = bytes[at]
  if (byte === undefined) return all
  const changed = Buffer.concat([before, Buffer.of(byte ^ random.between(1, 255)), after])
  return [
    ...all,
    { what: `byte ${at}, which was changed,`, mutated: changed },
    { what: `byte ${at}, which was removed,`, mutated: Buffer.concat([before, after]) },
  ]
}
