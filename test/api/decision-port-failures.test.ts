import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { openScoringDouble, orderFrom, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const timeoutMs = 300
const env = { RISK_URL: scoring.url, RISK_SECRET: riskSecret, RISK_TIMEOUT_MS: String(timeoutMs) }
const api = await openTestApi({ env })
const lenient = await openTestApi({ env: { ...env, RISK_FALLBACK: 'approve' } })
after(async () => {
  await api.close()
  await lenient.close()
  await scoring.close()
})

const { test: shop } = await api.newMerchant()
const { test: trusting } = await lenient.newMerchant()
const order = (of = shop) => orderFrom(of)

/** Ends a pause of the circuit breaker, and the count of failures. */
async function recover(): Promise<void> {
  scoring.answer({ decision: 'approve' })
  for (const { service, shop: demo } of [api, lenient]) {
    service.clock.advance(10_000)
    await demo.checkout()
  }
  scoring.questions.length = 0
}

const wrongAnswers: readonly (object | string)[] = [
  ...['', 'approve', 'null', '[]', '{"decision":', '"approve"', '{"decision":"approve"}x', '[['.repeat(9_000)],
  ...[{}, { decision: 'APPROVE' }, { decision: ['approve'] }, { decision: null }, { decision: 'constructor' }],
  ...[
    { decision: 'approve', reasons: 'good' },
    { decision: 'approve', reasons: [1] },
  ],
  ...[
    { decision: 'approve', limit: 1000 },
    { decision: 'approve', limit: 'NaN' },
    { decision: 'approve', limit: '1e3' },
  ],
  ...[
    { decision: 'approve', limit: '1.001' },
    { decision: 'approve', terms: '4xP1M' },
    { decision: 'approve', terms: [null] },
  ],
  { decision: 'approve', padding: 'x'.repeat(65_536) },
]

test('an answer of another shape, or one that is too long, is nonsense', async () => {
  for (const wrong of wrongAnswers) {
    await recover()
    scoring.answer((response) => response.end(typeof wrong === 'string' ? wrong : JSON.stringify(wrong)))
    const { status, port } = await order()
    const shown = [status, port.answer, port.failure, port.fallback]
    assert.deepEqual(shown, ['rejected', null, 'nonsense', 'decline'], JSON.stringify(wrong).slice(0, 80))
    assert.equal((await order(trusting)).status, 'created')
  }
  await recover()
})

test('an answer of 64 KiB is read, and 10,000 reasons are cut', async () => {
  const padding = 'x'.repeat(65_536 - JSON.stringify({ decision: 'approve', padding: '' }).length)
  scoring.answer({ decision: 'approve', padding })
  assert.equal((await order()).port.failure, null)
  const reasons = ['a\0b\ud800', 'r'.repeat(2_000), ...Array.from({ length: 10_000 }, () => '!')]
  scoring.answer({ decision: 'decline', reasons })
  const { port } = await order()
  assert.equal(port.answer, 'decline')
  assert.deepEqual([port.reasons.length, port.reasons[0], port.reasons[1].length], [50, 'ab\ufffd', 300])
})

type Play = Parameters<typeof scoring.answer>[0]

const failing: readonly (readonly [string, 'late' | 'broken' | 'nonsense', Play])[] = [
  ['silence', 'late', () => undefined],
  ['headers and silence', 'late', (response) => response.writeHead(200).write('{"decision":')],
  [
    'a slow trickle',
    'late',
    (response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['status 500', 'broken', (response) => response.writeHead(500).end('{"decision":"approve"}')],
  ['status 201', 'broken', (response) => response.writeHead(201).end('{"decision":"approve"}')],
  ['a redirect', 'broken', (response) => response.writeHead(307, { location: scoring.url }).end()],
  ['a reset', 'broken', (response) => response.socket?.resetAndDestroy()],
  [
    'a reset within the body',
    'broken',
    (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"decision":"approve"}')
      setTimeout(() => response.socket?.destroy(), 30)
    },
  ],
  [
    'a chunked body that is cut off',
    'broken',
    (response) => {
      response.writeHead(200).write('{"decision":"approve"}')
      setTimeout(() => response.socket?.destroy(), 30)
    },
  ],
  [
    'an endless answer',
    'nonsense',
    (response) => {
      const timer = setInterval(() => response.write('x'.repeat(40_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  ],
]

for (const [name, failure, play] of failing) {
  test(`${name}: the answer is ${failure}, and the fallback holds`, async () => {
    await recover()
    scoring.answer(play)
    const startedAt = performance.now()
    const { status, reason, port } = await order()
    assert.ok(performance.now() - startedAt < 10 * timeoutMs)
    assert.deepEqual([status, reason, port.failure, port.fallback], ['rejected', 'not_available', failure, 'decline'])
    assert.deepEqual([port.answer, port.reasons, port.limit, port.terms], [null, [], null, null])
    if (failure === 'late') assert.ok(port.duration_ms >= timeoutMs - 5, `${port.duration_ms}`)
    const { status: trusted, port: verdict } = await order(trusting)
    assert.deepEqual([trusted, verdict.failure, verdict.fallback], ['created', failure, 'approve'])
    assert.equal(scoring.questions.length, 2)
    await recover()
  })
}

test('no connection: the answer is broken', async () => {
  const gone = await openScoringDouble()
  await gone.close()
  const own = await openTestApi({ env: { ...env, RISK_URL: gone.url } })
  try {
    assert.equal((await order((await own.newMerchant()).test)).port.failure, 'broken')
  } finally {
    await own.close()
  }
})

test('after five failures in a row nobody is asked for ten seconds, then one is tried', async () => {
  await recover()
  scoring.answer((response) => response.writeHead(500).end())
  for (let i = 0; i < 5; i += 1) assert.equal((await order()).port.failure, 'broken')
  scoring.answer({ decision: 'approve' })
  const { status, port } = await order()
  assert.deepEqual([status, port.failure, port.fallback, port.duration_ms], ['rejected', 'skipped', 'decline', 0])
  api.service.clock.advance(9_999)
  assert.equal((await order()).port.failure, 'skipped')
  assert.equal(scoring.questions.length, 5)
  api.service.clock.advance(1)
  scoring.answer((response) => response.end('nonsense'))
  assert.equal((await order()).port.failure, 'nonsense')
  assert.equal((await order()).port.failure, 'skipped')
  api.service.clock.advance(10_000)
  scoring.answer({ decision: 'approve' })
  assert.equal((await order()).port.answer, 'approve')
  assert.equal((await order()).port.answer, 'approve')
  assert.equal(scoring.questions.length, 8)
})

test('failures about test orders stop nobody from asking about live ones', async () => {
  await recover()
  const { live } = await api.newMerchant()
  scoring.answer((response) => response.writeHead(500).end())
  for (let failures = 0; failures < 5; failures += 1) await order()
  assert.equal((await order()).port.failure, 'skipped')
  scoring.answer({ decision: 'approve' })
  assert.equal((await order(live)).port.failure, null)
  await recover()
})

test('the metric counts each outcome', async () => {
  const text = await (await fetch(`${api.service.urls.uae}/metrics`)).text()
  const read = (outcome: string): number =>
    Number(new RegExp(`^qist_decisions_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  for (const outcome of ['approve', 'late', 'broken', 'nonsense', 'skipped']) {
    assert.ok(read(outcome) > 0, outcome)
  }
  assert.match(text, /qist_outbound_calls_total\{to="scoring_service",call="ask",outcome="late"\} \d+/)
})

test('the doctor finds nothing wrong', async () => {
  assert.deepEqual(await askDoctor(api.service.app), [])
})
