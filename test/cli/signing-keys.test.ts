import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSigningKey } from '../../src/platform/adapters/signing-key.ts'
import type { App } from '../../src/platform/app/app.ts'
import { minute, second } from '../../src/platform/base/times.ts'
import { signDocument } from '../../src/platform/signing/sign-document.ts'
import { type PublicKey, registerSigningKey, UnknownSigningKey } from '../../src/platform/signing/signing-keys.ts'
import { verifyDocument } from '../../src/platform/signing/verify-document.js'
import { runQist } from '../../testkit/command.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
// A data folder of nobody: its key is another one.
const strangersFolder = mkdtempSync(join(tmpdir(), 'qist-keys-'))
before(async () => {
  service = await startTestService()
})
after(async () => {
  await service.close()
  rmSync(strangersFolder, { recursive: true })
})

async function published(): Promise<PublicKey[]> {
  const answer = await fetch(`${service.urls.uae}/.well-known/qist-keys.json`)
  return ((await answer.json()) as { keys: PublicKey[] }).keys
}

/** The service as it is with another key, or on a machine with another time. */
function machine({ seed, behindMs = 0 }: { readonly seed?: string; readonly behindMs?: number }): App {
  const key = seed === undefined ? service.app.signingKey : () => openSigningKey(seed)
  return { ...service.app, signingKey: key, clock: { ...service.clock, now: () => service.clock.now() - behindMs } }
}

test('the service publishes its key when it starts', async () => {
  const keys = await published()
  assert.deepEqual(
    keys.map(({ kid, until }) => [kid, until]),
    [[service.app.signingKey().kid, null]],
  )
})

test('a command with a key that is not known is refused in one line, and publishes nothing', async () => {
  const before = await published()
  const id = await (await openDisputeShop(service)).createdPayment('340.00')
  const refused = await runQist(service.database.url, strangersFolder, 'evidence', id)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^qist: the signing key \S{43} is none of the service's: set SIGNING_KEY .*\n$/)
  assert.deepEqual(await published(), before)
  const stranger = machine({ seed: 'ab'.repeat(32) })
  await assert.rejects(signDocument(stranger, { format: 'qist-letter/1' }), UnknownSigningKey)
})

test('a former key that a service starts with is the current one again, and each change is logged', async () => {
  const seed = randomBytes(32).toString('hex')
  const [first, second] = [service.app.signingKey().kid, openSigningKey(seed).kid]
  const currents = async (): Promise<(string | null)[]> =>
    (await published()).filter(({ until }) => until === null).map(({ kid }) => kid)
  const logged = (kid: string): number =>
    service.logged.filter((line) => line['kid'] === kid && line['level'] === 'warn').length
  await registerSigningKey(machine({ seed }))
  assert.deepEqual([await currents(), logged(second)], [[second], 1])
  await registerSigningKey(machine({}))
  assert.deepEqual([await currents(), logged(first)], [[first], 1])
  const former = (await published()).find(({ kid }) => kid === second)
  assert.equal(former?.until, new Date(service.clock.now()).toISOString().replace('.000', ''))
  await registerSigningKey(machine({}))
  assert.deepEqual([await currents(), logged(first), (await published()).length], [[first], 1, 2])
})

test('a document of a machine whose clock is behind is not older than its key', async () => {
  const seed = randomBytes(32).toString('hex')
  await registerSigningKey(machine({ seed }))
  const verifyAt = async (behindMs: number) => {
    const app = machine({ seed, behindMs })
    const issued_at = new Date(app.clock.now()).toISOString().replace('.000', '')
    const document = await signDocument(app, { format: 'qist-letter/1', issued_at })
    return verifyDocument(Buffer.from(document), await published())
  }
  assert.deepEqual(await verifyAt(30 * second), { valid: true, why: null })
  assert.deepEqual(await verifyAt(10 * minute), { valid: false, why: 'the document is older than its key' })
})
