import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPayment } from '../../proof/new-payment.ts'
import { type Caller, readAnswer } from '../../testkit/client.ts'

/** Opens every session, and answers each authorization with this payment. */
function serviceThatAnswers(status: number, body: object): Caller {
  return {
    baseUrl: '',
    async call(_method, path) {
      const isCheckout = path === '/api/v2/checkout'
      const [code, sent] = isCheckout ? [200, { payment: { id: 'a payment' } }] : [status, body]
      return readAnswer(code, new Headers({ 'content-type': 'application/json' }), JSON.stringify(sent))
    },
  }
}

test('an authorized payment that its store has captured before the answer counts as authorized', async () => {
  for (const status of ['AUTHORIZED', 'CLOSED']) {
    assert.deepEqual(await openPayment(serviceThatAnswers(200, { status }), 100), { id: 'a payment' })
  }
})

test('an authorization whose payment stays CREATED is a violation, and so is a failing one', async () => {
  for (const [status, body] of [
    [200, { status: 'CREATED' }],
    [500, { status: 'error' }],
  ] as const) {
    const opened = await openPayment(serviceThatAnswers(status, body), 100)
    assert.ok(opened !== undefined && 'trouble' in opened)
    assert.deepEqual([opened.trouble.what, opened.trouble.status], ['an authorization', status])
  }
})
