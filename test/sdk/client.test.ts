import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checkout } from '../../sdk/src/browser.ts'
import { type Attempt, Qist, QistError, type QistOptions } from '../../sdk/src/index.ts'
import { Sandbox } from '../../sdk/src/sandbox.ts'
import { answer, cut, hang, openScripted, reset, type Step } from './scripted.ts'

const id = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
const done = answer(200, { id, status: 'CLOSED' })
const refusal = (status: number, errorType: string, headers?: Record<string, string>): Step =>
  answer(status, { status: 'error', errorType, error: 'so it is' }, headers)
const keyed = { amount: '340.00', reference_id: 'cap-1' }

async function against(
  steps: readonly Step[],
  work: (qist: Qist, service: Awaited<ReturnType<typeof openScripted>>) => Promise<void>,
  options: Partial<QistOptions> = {},
): Promise<void> {
  const service = await openScripted(steps)
  try {
    await work(new Qist({ url: service.url, secretKey: 'sk_test_1', pauseMs: 1, ...options }), service)
  } finally {
    await service.close()
  }
}

const isError =
  (errorType: string, attempts: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof QistError)
    assert.deepEqual([error.errorType, error.attempts], [errorType, attempts])
    return true
  }

for (const [name, step] of Object.entries({
  reset,
  cut,
  conflict: refusal(409, 'conflict'),
  broken: refusal(500, 'internal'),
})) {
  test(`a capture with a reference is retried after ${name}, with the same reference, until it is answered`, () =>
    against([step, step, done], async (qist, { requests }) => {
      assert.equal((await qist.capturePayment(id, keyed)).status, 'CLOSED')
      assert.equal(requests.length, 3)
      for (const { text, method, url, headers } of requests) {
        assert.deepEqual(JSON.parse(text), keyed)
        assert.deepEqual([method, url], ['POST', `/api/v2/payments/${id}/captures`])
        assert.equal(headers.authorization, 'Bearer sk_test_1')
      }
    }))

  test(`a call without a reference that may have been executed is not retried after ${name}`, () =>
    against([step, done, step, done, step], async (qist, { requests }) => {
      const calls = [
        () => qist.closePayment(id),
        () => qist.getPayment(id),
        () => qist.refundPayment(id, { amount: '1.00' } as Parameters<Qist['refundPayment']>[1]),
        () => qist.getPayment(id),
        () => qist.createSession({} as Parameters<Qist['createSession']>[0]),
      ]
      for (const [index, call] of calls.entries()) {
        if (index % 2 === 1) await call()
        else await assert.rejects(call(), (error: QistError) => error.attempts === 1)
      }
      assert.equal(requests.length, calls.length)
    }))
}

test("a rate limit: any call is retried after the answer's time", () =>
  against([refusal(429, 'too_many_requests', { 'retry-after': '1' }), done], async (qist, { requests }) => {
    const startedAt = performance.now()
    await qist.closePayment(id)
    assert.equal(requests.length, 2)
    assert.ok(performance.now() - startedAt >= 990)
  }))

test('a pause of more than a minute is an error at once', () =>
  against([refusal(429, 'too_many_requests', { 'retry-after': '61' })], async (qist, { requests }) => {
    await assert.rejects(qist.getPayment(id), (error: QistError) => {
      assert.equal(error.retryAfterSeconds, 61)
      return isError('too_many_requests', 1)(error)
    })
    assert.equal(requests.length, 1)
  }))

test('a final refusal is not retried, and has its type, its fields and its request', () => {
  const errors = [{ field: '$.amount', code: 'x', message: 'is no amount' }]
  return against([answer(400, { status: 'error', errorType: 'bad_data', errors })], async (qist, { requests }) => {
    await assert.rejects(qist.capturePayment(id, keyed), (error: QistError) => {
      assert.deepEqual([error.status, error.requestId, error.operation], [400, 'the-request', 'capturePayment'])
      assert.deepEqual(error.errors, errors)
      assert.match(error.message, /\$\.amount is no amount/)
      return isError('bad_data', 1)(error)
    })
    assert.equal(requests.length, 1)
  })
})

for (const [name, body] of Object.entries({
  'a list that is none': { errors: 'upstream connect error' },
  'a list of something else': { errors: [null, 'x', { code: 7 }] },
  'a type of its own': { errorType: 'gateway_trouble', error: { code: 7 } },
  'no object': null,
})) {
  test(`a proxy may answer with ${name}: it is an error of its status, and retried`, () =>
    against([answer(503, body), answer(404, body)], async (qist, { requests }) => {
      await assert.rejects(qist.getPayment(id), (error: QistError) => {
        assert.deepEqual([error.status, error.message, error.errors], [404, 'getPayment: 404 not_found', []])
        return isError('not_found', 2)(error)
      })
      assert.equal(requests.length, 2)
    }))
}

test("the journal's wait has the contract's time-out, unless another one is given", async (t) => {
  const limited = t.mock.method(AbortSignal, 'timeout')
  const options = { url: 'http://x', secretKey: 'sk_test_1', fetch: async () => Response.json({}) }
  await new Sandbox(options).journal.list({ wait: 'PT60S' })
  await new Sandbox({ ...options, timeoutMs: 20 }).journal.list({ wait: 'PT60S' })
  await new Sandbox(options).journal.list({ wait: 'PT60S' }, { timeoutMs: 30 })
  assert.deepEqual(
    limited.mock.calls.map((call) => call.arguments[0]),
    [90_000, 20, 30],
  )
})

test('a wait without a time-out is not aborted', async (t) => {
  const limited = t.mock.method(AbortSignal, 'timeout')
  const qist = new Qist({ url: 'http://x', secretKey: 'sk_test_1', fetch: async () => Response.json({}) })
  for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) await qist.getPayment(id, { timeoutMs })
  assert.deepEqual(
    limited.mock.calls.map((call) => call.arguments[0]),
    [2 ** 31 - 1, 2 ** 31 - 1],
  )
})

test("an attempt's duration is never negative, also if the clock is set back", async (t) => {
  let at = Date.now()
  t.mock.method(Date, 'now', () => (at -= 60_000))
  const took: number[] = []
  await against([done], async (qist) => void (await qist.getPayment(id)), {
    onAttempt: ({ durationMs }) => took.push(durationMs),
  })
  assert.deepEqual(
    took.map((ms) => ms >= 0 && Number.isInteger(ms)),
    [true],
  )
})

test('retries end after the maximum, with the last error', () =>
  against([reset], async (qist, { requests }) => {
    await assert.rejects(qist.getPayment(id, { retries: 2 }), isError('connection', 3))
    assert.equal(requests.length, 3)
  }))

test('a call without an answer times out, and the caller can abort it', () =>
  against([hang], async (qist) => {
    await assert.rejects(qist.getPayment(id, { timeoutMs: 30, retries: 1 }), isError('timeout', 2))
    const ending = new AbortController()
    const reason = new Error('the customer has gone')
    const call = qist.getPayment(id, { signal: ending.signal })
    ending.abort(reason)
    await assert.rejects(call, reason)
  }))

for (const [when, soon] of [
  ['during it', setImmediate],
  ['just before it', (end: () => void) => end()],
] as const) {
  test(`the pause before a retry ends with the signal, too, given ${when}`, async (t) => {
    // No pause ends by itself.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const ending = new AbortController()
    const qist = new Qist({
      ...{ url: 'http://x', secretKey: 'sk_test_1' },
      fetch: async () => Response.json({}, { status: 429, headers: { 'retry-after': '20' } }),
      onAttempt: () => soon(() => ending.abort(new Error('enough'))),
    })
    await assert.rejects(qist.getPayment(id, { signal: ending.signal }), /enough/)
  })
}

test('every attempt is reported, without any key', async () => {
  const attempts: Attempt[] = []
  await against([reset, done], async (qist) => void (await qist.getPayment(id)), {
    onAttempt: (one) => attempts.push(one),
  })
  assert.deepEqual(
    attempts.map(({ attempt, status, requestId, operation }) => [operation, attempt, status, requestId]),
    [
      ['getPayment', 1, 0, undefined],
      ['getPayment', 2, 200, 'the-request'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(attempts), /sk_/)
})

test('a redirect is not followed: the key goes to the given address only', () =>
  against([answer(302, {}, { location: 'http://127.0.0.1:9/' })], async (qist) => {
    await assert.rejects(qist.getPayment(id, { retries: 0 }), isError('connection', 1))
  }))

test('each client accepts its own kind of key, and an id is never empty', async () => {
  const url = 'http://127.0.0.1:9'
  assert.throws(() => new Qist({ url, secretKey: 'pk_test_1' }), /secretKey/)
  assert.throws(() => new Checkout({ url, publicKey: 'sk_test_1' }), /publicKey/)
  await assert.rejects(new Qist({ url, secretKey: 'sk_test_1' }).getPayment(''), /needs an id/)
})

test('a list that grows during reading has every item once, and only those from before the start', () => {
  const item = (number: number) => ({ id: `p${number}`, created_at: `2026-03-01T10:00:0${number}Z` })
  const page = (items: object[], total: number): Step =>
    answer(200, { payments: items, pagination: { limit: 2, offset: 0, total_count: total } })
  // Between the pages p5 was added before the bound, so p3 appears again.
  const steps = [page([item(4), item(3)], 4), page([item(3), item(2)], 5), page([item(1)], 5)]
  return against(steps, async (qist, { requests }) => {
    const ids: string[] = []
    for await (const payment of qist.listPayments({ status: 'captured', limit: '2' })) ids.push(payment.id)
    assert.deepEqual(ids, ['p4', 'p3', 'p2', 'p1'])
    const queries = requests.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams))
    assert.deepEqual(queries, [
      { status: 'captured', limit: '2', offset: '0' },
      { status: 'captured', limit: '2', offset: '2', created_at__lte: '2026-03-01T10:00:04Z' },
      { status: 'captured', limit: '2', offset: '4', created_at__lte: '2026-03-01T10:00:04Z' },
    ])
  })
})

test('a list that is left early makes no further call', () => {
  const payments = [{ id: 'a', created_at: '2026-03-01T10:00:00Z' }]
  return against([answer(200, { payments, pagination: { total_count: 9 } })], async (qist, { requests }) => {
    for await (const _payment of qist.listPayments()) break
    assert.equal(requests.length, 1)
  })
})
