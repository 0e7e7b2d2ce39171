import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from '../../clients/client.ts'
import { judge, Loss, type Scene } from '../../clients/judge.ts'
import type { ClientMerchant } from '../../clients/world.ts'

// What a failure of a published client means (docs/contract/running.md#published-clients).

interface FakeStore {
  readonly merchant: ClientMerchant
  readonly name: 'strict' | 'lenient'
}

/** A merchant whose service gets these journal entries during an action, and has these fault rules. */
function storeOf(name: FakeStore['name'], during: object[] = [], faults: object[] = []): FakeStore {
  let reads = 0
  const readJournal = (path: string) => {
    if (!path.includes('since=')) return { entries: [{ kind: 'request', status: 200, summary: '' }], cursor: 'before' }
    if (!path.endsWith('before')) return { entries: [], cursor: 'after' }
    // The first reader of this cursor meets the end of the journal.
    reads += 1
    return reads === 1 ? { entries: [], cursor: 'before' } : { entries: during, cursor: 'after' }
  }
  const call = async (_method: string, path: string) => {
    const body = path.startsWith('/sandbox/journal') ? readJournal(path) : { faults, status: 'ok' }
    return { status: 200, body, text: '', headers: new Headers() }
  }
  return { name, merchant: { secretKey: '', publicKey: '', shop: { call } as never } }
}

const failing = (action: Action, ...names: FakeStore['name'][]): Scene<FakeStore> => ({
  action,
  async play({ name }) {
    if (names.includes(name)) throw new Loss(`lost on ${name}`)
  },
})

const quiet = { progress: () => undefined }

async function verdictOf(scene: Scene<FakeStore>, known: readonly Action[] = [], journal: object[] = []) {
  const stores = { strict: storeOf('strict', journal), lenient: storeOf('lenient', journal) }
  const [finding] = await judge(quiet, stores, [scene], known)
  return finding?.verdict
}

test('verdicts: a failure is ours unless it is a known fault of the client', async () => {
  assert.equal(await verdictOf(failing('capture')), 'works')
  assert.equal(await verdictOf(failing('capture', 'strict')), 'lenient')
  assert.equal(await verdictOf(failing('capture', 'lenient')), 'ours')
  assert.equal(await verdictOf(failing('capture', 'strict', 'lenient')), 'ours')
  assert.equal(await verdictOf(failing('capture', 'strict', 'lenient'), ['capture']), 'fault')
})

test('verdicts: a failure with an answer of 500 that no fault rule made is ours, also of a known fault', async () => {
  const broken = [{ kind: 'request', status: 500, summary: 'Asked; answered 500.', fault_id: null }]
  const injected = [{ ...broken[0], fault_id: 'f1' }]
  const scene = failing('capture', 'strict', 'lenient')
  assert.equal(await verdictOf(scene, ['capture'], broken), 'ours')
  assert.equal(await verdictOf(scene, ['capture'], injected), 'fault')
  assert.equal(await verdictOf(failing('capture'), [], broken), 'ours')
})

test('a strict store that refuses the orders is not asked again, and the lenient one is', async () => {
  const played: string[] = []
  const noting: Scene<FakeStore> = { action: 'capture', play: async ({ name }) => void played.push(name) }
  const stores = { strict: storeOf('strict'), lenient: storeOf('lenient') }
  const findings = await judge(quiet, stores, [failing('offer', 'strict'), noting], [])
  assert.deepEqual(played, ['lenient'])
  assert.deepEqual(
    findings.map(({ verdict }) => verdict),
    ['lenient', 'lenient'],
  )
})

test('an error that is no loss ends the run, and so does a fault that was not injected', async () => {
  const stores = { strict: storeOf('strict'), lenient: storeOf('lenient') }
  const broken: Scene<FakeStore> = { action: 'pay', play: () => Promise.reject(new Error('no browser')) }
  await assert.rejects(judge(quiet, stores, [broken], []), /no browser/)
  const unused = { strict: storeOf('strict', [], [{ id: 'f1', hits: 0 }]), lenient: storeOf('lenient') }
  await assert.rejects(judge(quiet, unused, [failing('pay')], []), /was not injected/)
})
