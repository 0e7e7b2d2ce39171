import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActedScenario, acted, capturingRun, checkOf, found, resultOf } from './acted-run.ts'

type Act = (shop: ActedScenario, id: string) => void
const nothing: Act = () => undefined
const captures: Act = (shop, id) => void shop.capture(id, { status: 400 })

test('P1: a payment is read as authorized before its first capture', () => {
  const p1 = (act: Act) =>
    acted('plain', (shop) => {
      const id = shop.session()
      shop.authorized(id)
      act(shop, id)
      shop.capture(id)
    })
  const result = (act: Act) => checkOf('P1', [p1(act)]).result
  assert.equal(
    result((shop, id) => void shop.read(id)),
    'passed',
  )
  assert.deepEqual(found([p1(nothing)]), ['P1'])
  assert.equal(
    result((shop, id) => void shop.read(id, 'CREATED')),
    'failed',
  )
  const listed: Act = (shop, id) =>
    void shop.call('listPayments', null, { answer: { payments: [{ id, status: 'AUTHORIZED' }] } })
  assert.equal(result(listed), 'passed')
  assert.equal(checkOf('P1', [acted('plain', (shop) => void shop.paid())]).result, 'not_exercised')
})

test('P1: a payment that is read only after its capture does not pass', () => {
  const late = acted('plain', (shop) => {
    const id = shop.session()
    shop.authorized(id)
    shop.capture(id)
    shop.read(id, 'CLOSED')
  })
  assert.equal(checkOf('P1', [late]).result, 'failed')
})

test('P1: a capture after a redirect is not judged', () => {
  const redirected = acted('dropped', (shop) => {
    const id = shop.session()
    shop.redirected(id)
    shop.capture(id)
  })
  assert.equal(checkOf('P1', [redirected]).result, 'not_exercised')
})

test('P2: a success redirect with an unpaid payment triggers nothing', () => {
  const redirect = (act: Act, status: number | null = 200) =>
    acted('redirect', (shop) => {
      const id = shop.session({ ending: 'open', isPaid: false })
      shop.redirected(id, status)
      act(shop, id)
    })
  assert.deepEqual(found([capturingRun, redirect(captures)]), ['P2'])
  assert.equal(checkOf('P2', [capturingRun, redirect(nothing)]).result, 'passed')
  assert.equal(checkOf('P2', [redirect(nothing)]).result, 'not_exercised')
  assert.equal(checkOf('P2', [capturingRun, redirect(nothing, null)]).result, 'not_exercised')
})

test('P3: a session that is rejected at once is not payable', () => {
  const rejected = (act: Act) =>
    acted('rejected', (shop) => act(shop, shop.session({ statusAtCreation: 'REJECTED', isPaid: false })))
  assert.deepEqual(found([capturingRun, rejected(captures)]), ['P3'])
  const sendsLink = rejected((shop, id) => void shop.call('sendLink', id, { status: 400 }))
  const { result, findings } = checkOf('P3', [capturingRun, sendsLink])
  assert.deepEqual(
    [result, findings[0]?.sentence],
    ['failed', 'A link to the payment page was asked for of a payment that was rejected when its session was created.'],
  )
  assert.equal(checkOf('P3', [capturingRun, rejected(nothing)]).result, 'passed')
  assert.equal(checkOf('P3', [rejected(nothing)]).result, 'not_exercised')
})

test('P4: a payment that has ended unpaid is not captured', () => {
  const endings = ['rejected', 'expired', 'cancelled'] as const
  const ended = (act: Act, given: readonly (typeof endings)[number][]) =>
    acted('ended', (shop) => {
      for (const ending of given) {
        const id = shop.session({ ending, isPaid: false })
        shop.notify(id, ending)
        act(shop, id)
      }
    })
  for (const ending of endings) assert.deepEqual(found([capturingRun, ended(captures, [ending])]), ['P4'], ending)
  assert.equal(checkOf('P4', [capturingRun, ended(nothing, endings)]).result, 'passed')
  assert.equal(checkOf('P4', [ended(nothing, endings)]).result, 'not_exercised')
  const some = checkOf('P4', [capturingRun, ended(nothing, ['expired'])])
  assert.deepEqual([some.result, some.missing], ['not_exercised', 'no payment was rejected or cancelled'])
})

test('P5: an order that was paid through one session survives another session', () => {
  const abandoned = (act: Act) =>
    resultOf('P5', 'abandoned', (shop) => {
      const left = shop.session({ ending: 'expired', isPaid: false })
      const paid = shop.paid()
      shop.notify(left, 'expired')
      act(shop, paid)
    })
  assert.equal(
    abandoned((shop, id) => void shop.capture(id)),
    'passed',
  )
  assert.equal(
    abandoned((shop, id) => void shop.close(id)),
    'failed',
  )
  const refunds =
    (...amounts: string[]): Act =>
    (shop, id) => {
      shop.capture(id)
      for (const [place, amount] of amounts.entries()) shop.refund(id, { amount, reference: `r${place}` })
    }
  assert.equal(abandoned(refunds('340.00')), 'failed')
  assert.equal(abandoned(refunds('10.00', '330.00')), 'failed')
  assert.equal(abandoned(refunds('10.00')), 'passed', 'a goodwill refund leaves the order as it is')
  assert.equal(abandoned(nothing), 'failed')
  assert.equal(
    resultOf('P5', 'abandoned', (shop) => void shop.paid()),
    'not_exercised',
  )
})

test('P6: a remaining authorized amount needs a review, and an automatic capture fails', () => {
  const p6 = (act: Act) => acted('plain', (shop) => act(shop, shop.paid()))
  assert.equal(checkOf('P6', [p6(nothing)]).result, 'review')
  assert.deepEqual(found([p6(nothing)]), ['P6'])
  const [left] = checkOf('P6', [p6(nothing)]).findings
  assert.match(left?.sentence ?? '', /^Payment plain-payment-1 was left AUTHORIZED, and 21 days did not pass: /)
  assert.deepEqual(left?.request_ids, ['plain-0', 'plain-3'], 'its session and its read')
  assert.match(left?.advice ?? '', /POST \/sandbox\/clock/)
  assert.equal(checkOf('P6', [p6((shop, id) => shop.changed(id, 'capture', 'CLOSED', 'service'))]).result, 'failed')
  assert.equal(checkOf('P6', [p6((shop, id) => void shop.close(id))]).result, 'passed')
  assert.equal(checkOf('P6', [acted('plain', (shop) => void shop.session())]).result, 'not_exercised')
})

test('P7: the rest of a partial shipment is closed, and a refund waits for that', () => {
  const parts = (act: Act) =>
    acted('parts', (shop) => {
      const id = shop.paid()
      shop.capture(id, { amount: '170.00' })
      act(shop, id)
    })
  assert.deepEqual(found([parts(nothing)]), ['P7'])
  assert.equal(checkOf('P7', [parts((shop, id) => void shop.close(id))]).result, 'passed')
  const early: Act = (shop, id) => {
    shop.refund(id, { status: 400, answer: { error: 'can not refund payment that has no captures and not closed' } })
    shop.close(id)
  }
  assert.deepEqual(found([parts(early)]), ['P7'])
  assert.equal(checkOf('P7', [capturingRun]).result, 'not_exercised')
})

test('S1: a secret key in calls from a page is found', () => {
  const from = (headers: Record<string, string>) =>
    checkOf('S1', [acted('plain', (shop) => void shop.session({}, { headers }))]).result
  assert.equal(from({}), 'passed')
  assert.equal(from({ origin: 'https://shop.example' }), 'failed')
  const publicKey = { authorization: 'Bearer pk_test_[removed]', origin: 'https://shop.example' }
  assert.equal(from(publicKey), 'not_exercised')
})

test('S3: a list is read to its end', () => {
  const lists = (...pages: [string, number, number][]) =>
    checkOf('S3', [acted('plain', (shop) => void pages.map((page) => shop.list(...page)))]).result
  const path = '/api/v2/payments?limit=20&status=closed'
  assert.equal(lists([path, 20, 25], [`${path}&offset=20`, 5, 25]), 'passed')
  const end = '&created_at__lte=2026-03-01T10%3A00%3A00Z'
  assert.equal(lists([path, 20, 25], [`${path}${end}&offset=20`, 5, 25]), 'passed', 'its end is fixed once it is known')
  assert.equal(lists([path, 20, 25]), 'failed')
  assert.equal(lists([path, 20, 45], [`${path}&offset=20`, 20, 45]), 'failed')
  assert.equal(lists([path, 20, 25], ['/api/v2/payments?offset=20', 5, 25]), 'failed')
  assert.equal(lists([path, 5, 5]), 'not_exercised')
})

test('S2: a payment is captured although notifications and answers have an unknown member', () => {
  const met = (act: Act, status = 200) =>
    acted('unknown-member', (shop) => {
      const id = shop.session()
      shop.authorized(id, { fault: 'unknown_member', status })
      act(shop, id)
    })
  const captured = met((shop, id) => {
    shop.read(id, 'AUTHORIZED', { fault: 'unknown_member' })
    shop.capture(id, { fault: 'unknown_member' })
  })
  assert.equal(checkOf('S2', [captured]).result, 'passed')
  // An error of the shop counts as a wrong answer, too.
  assert.deepEqual(found([capturingRun, met(nothing, 500)]), ['S2'])
  assert.deepEqual(found([capturingRun, met((shop, id) => void shop.read(id))]), ['S2'])
  // A shop that captures nothing, or that met no such member, shows nothing.
  assert.equal(checkOf('S2', [met(nothing)]).result, 'not_exercised')
  assert.equal(checkOf('S2', [capturingRun]).result, 'not_exercised')
})

test('S1: a call to another region is found and affects no other check', () => {
  const wrong = { status: 403, answer: { error: 'merchant region does not match cluster region' } }
  const strayed = acted('plain', (shop) => {
    const id = shop.paid()
    shop.capture(id, { reference: null, ...wrong })
    shop.capture(id)
  })
  assert.deepEqual(found([strayed]), ['S1'])
  const alone = acted('plain', (shop) => void shop.call('createSession', null, wrong))
  assert.deepEqual(found([alone], { webhooks: [] }), ['S1'])
  assert.equal(checkOf('S1', [capturingRun]).result, 'passed')
})
