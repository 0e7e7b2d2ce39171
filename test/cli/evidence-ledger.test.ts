import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { documentLimits, makeInTurn } from '../../src/money/evidence/document-turns.ts'
import { makeEvidence } from '../../src/money/evidence/evidence.ts'
import { listSealedChanges } from '../../src/money/ledger/store.ts'
import { Refusal } from '../../src/platform/base/refusals.ts'
import { type DocumentContent, signDocument } from '../../src/platform/signing/sign-document.ts'
import { listPublicKeys } from '../../src/platform/signing/signing-keys.ts'
import { verifyDocument } from '../../src/platform/signing/verify-document.js'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { settleRound } from '../support/settling.ts'

let service: TestService
let shop: DisputeShop
let id: string
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  id = await shop.capturedPayment()
  await settleRound(service.app)
})
after(() => service.close())

const make = async (): Promise<string> => (await makeEvidence(service.app, id)) ?? assert.fail('there is no payment')
const verify = async (text: string) => verifyDocument(Buffer.from(text), await listPublicKeys(service.app))

/** Seals of other payments of the merchant, after all that are there. */
async function trade(seals: number): Promise<void> {
  await service.database.query(
    `insert into ledger_seals (merchant_id, number, form, source_ids, versions, entries, previous_hash, hash, sealed_at)
     select last.merchant_id, last.number + n, 1, array[gen_random_uuid(), gen_random_uuid()], array[1, 2], 4,
       case when n = 1 then last.hash else sha256((last.number + n - 1)::text::bytea) end,
       sha256((last.number + n)::text::bytea), last.sealed_at
     from (
       select * from ledger_seals where merchant_id = '${shop.merchantId}' order by number desc limit 1
     ) as last cross join generate_series(1, ${seals}) as n`,
  )
  await service.database.query('analyze ledger_seals')
}

test('after little trade, evidence has every seal up to the head', async () => {
  await trade(900)
  const text = await make()
  const { ledger, left_out } = JSON.parse(text)
  assert.equal(left_out.seals, 0)
  assert.equal(ledger.seals.at(-1).number - ledger.seals[0].number + 1, ledger.seals.length)
  assert.deepEqual(await verify(text), { valid: true, why: null })
})

test('after much trade, evidence stays small, counts what it leaves out, and is valid', async () => {
  await trade(60_000)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '40.00' }))
  await settleRound(service.app)
  await trade(20_000)
  const text = await make()
  assert.ok(text.length < 40_000, `${text.length} characters`)
  assert.deepEqual(await verify(text), { valid: true, why: null })
  const { ledger, left_out } = JSON.parse(text)
  const [head] = await service.database.query(
    `select number::int as number, encode(hash, 'hex') as hash from ledger_seals
     where merchant_id = '${shop.merchantId}' order by ledger_seals.number desc limit 1`,
  )
  assert.deepEqual(ledger.head, head)
  const numbers: number[] = ledger.seals.map(({ number }: { number: number }) => number)
  assert.ok(numbers.length < 100, `${numbers.length} seals`)
  for (const { seal } of ledger.entries) assert.ok(numbers.includes(seal), `seal ${seal}`)
  assert.equal(left_out.seals, (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 - numbers.length)
})

test('the seals of a payment are found by the index of sources', async () => {
  const plan = await service.database.query(`explain (generic_plan) ${listSealedChanges.text}`)
  assert.match(JSON.stringify(plan), /ledger_seals_by_source/)
})

test('a document that hides seals, or turns their order around, is not valid', async () => {
  const { signature, ...document } = JSON.parse(await make())
  const reasonFor = async (content: DocumentContent) => (await verify(await signDocument(service.app, content))).why
  const hiding = { ...document, left_out: { ...document.left_out, seals: document.left_out.seals - 1 } }
  assert.match((await reasonFor(hiding)) ?? '', /does not count the seals that it leaves out/)
  const { ledger } = document
  const turned = { ...document, ledger: { ...ledger, seals: ledger.seals.toReversed() } }
  assert.match((await reasonFor(turned)) ?? '', /does not follow the seal before it/)
  const forked = ledger.seals.map((seal: { number: number }, index: number) => {
    const isNext = index > 0 && seal.number === ledger.seals[index - 1].number + 1
    return isNext ? { ...seal, previous_hash: '00'.repeat(32) } : seal
  })
  assert.match(
    (await reasonFor({ ...document, ledger: { ...ledger, seals: forked } })) ?? '',
    /does not follow the seal before it/,
  )
})

test('a process makes few documents at the same time, and refuses more with 429 and Retry-After', async () => {
  const all = documentLimits.maxInFlight + documentLimits.maxQueued
  const results = await Promise.allSettled(Array.from({ length: all + 5 }, make))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 5)
  for (const reason of refused) {
    assert.ok(reason instanceof Refusal)
    assert.deepEqual([reason.kind, reason.retryAfterSeconds], ['too_many_requests', 1])
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const visitor = await signInAt(service.urls.uae, `admin@${shop.merchantId.slice(-12)}.test`)
  const others = Array.from({ length: all }, () => makeInTurn(service.app, () => ended))
  const path = `/dashboard/live/payments/${id}/evidence`
  const { status, headers } = await visitor.get(path)
  assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
  end()
  await Promise.all(others)
  assert.equal((await visitor.get(path)).status, 200)
})
