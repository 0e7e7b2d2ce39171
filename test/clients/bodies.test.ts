import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { assertRefused, assertWrong, openTestApi } from '../support/api.ts'
import { type ClientBodies, type Outcome, readClientBodies, withoutUndecoded } from './corpus.ts'
import { assertEffect, openOrderLife } from './order-life.ts'

// What published clients really send (test/clients/bodies/README.md), at a lenient and at a strict store.

const api = await openTestApi()
after(() => api.close())
const currencies = { AE: 'AED', KW: 'KWD', SA: 'SAR' }

async function openStore(
  { merchant_code: merchantCode, country = 'AE' }: ClientBodies,
  checkout: 'strict' | 'lenient',
) {
  const { keys } = await api.newMerchant({ country, checkout, merchantCode })
  const region = country === 'SA' ? 'ksa' : 'uae'
  const open = (key: string) => api.open(key, { region, merchantCode, currency: currencies[country] })
  return openOrderLife(merchantCode, open(keys.test.secret), open(keys.test.public))
}

function assertOutcome(answer: Answer, expected: Outcome): void {
  if (expected === 'accepted') assert.equal(answer.status, 200, answer.text)
  else if (expected.error === undefined) assertWrong(answer, ...(expected.fields ?? []))
  else assertRefused(answer, 400, expected.error)
}

const clients = readClientBodies()

test('every call has a purpose of its own, and a lenient store refuses only a defect that is named', () => {
  assert.ok(clients.length > 0)
  for (const { client, calls } of clients) {
    const purposes = calls.map(({ what }) => what)
    assert.deepEqual(purposes, [...new Set(purposes)], client)
    for (const { what, ours, lenient } of calls) {
      assert.equal(lenient === undefined, ours === undefined, `${client}: ${what}`)
    }
  }
})

for (const client of clients) {
  for (const kind of ['lenient', 'strict'] as const) {
    test(`${client.client} ${client.version}: a ${kind} store answers each call as expected`, async (context) => {
      const life = await openStore(client, kind)
      for (const call of client.calls) {
        await context.test(call.what, async () => {
          const expected = kind === 'strict' ? call.strict : (call.lenient ?? 'accepted')
          const { answer, movements } = await life.send(call)
          assertOutcome(answer, expected)
          if (expected === 'accepted') return assertEffect(call, answer, movements)
          if (expected.undecoded === undefined) return
          const { fields } = expected
          const rest = await life.send({ ...call, body: withoutUndecoded(call.body, expected) })
          assertOutcome(rest.answer, fields === undefined ? 'accepted' : { fields })
        })
      }
    })
  }
}
