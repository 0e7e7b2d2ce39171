import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checks } from '../../src/rehearsal/certificate/checks.ts'
import { limits } from '../../src/rehearsal/certificate/judge/verdict.ts'
import { acted, checkOf, found, resultOf } from './acted-run.ts'

test('M1: a capture or refund without a reference_id is found by its request, and by no other check', () => {
  let request = ''
  const nameless = acted('plain', (shop) => {
    const id = shop.paid()
    request = shop.capture(id, { reference: null })
    shop.refund(id, { reference: null })
  })
  const { result, findings } = checkOf('M1', [nameless])
  assert.equal(result, 'failed')
  assert.deepEqual(findings[0]?.request_ids, [request])
  assert.equal(findings[0]?.sentence, 'A capture of 340.00 was asked for without a reference_id.')
  assert.equal(findings.length, 2)
  const careless = (['lost-answer', 'conflict', 'rate-limit', 'duplicate'] as const).map((name) =>
    acted(name, (shop) => {
      const id = shop.paid()
      shop.capture(id, { reference: null, ...(name === 'lost-answer' && { fault: 'lost_answer' }) })
      shop.capture(id, { reference: null, status: 400 })
      shop.notify(id, 'authorized', { notification: 'one', fault: 'duplicate' })
    }),
  )
  assert.deepEqual(found([nameless, ...careless]), ['M1'])
  assert.equal(
    resultOf('M1', 'conflict', (shop) => void shop.paid()),
    'passed',
  )
  assert.equal(checkOf('M1', [acted('plain', (shop) => void shop.paid())]).result, 'not_exercised')
})

test('M2: a lost movement is retried under its reference, or under another', () => {
  const lost = { fault: 'lost_answer' }
  const same = resultOf('M2', 'lost-answer', (shop) => {
    const id = shop.paid()
    shop.capture(id, lost)
    shop.capture(id)
  })
  assert.equal(same, 'passed')
  const requests: string[] = []
  const other = acted('lost-answer', (shop) => {
    const id = shop.paid()
    requests.push(shop.capture(id, lost), shop.capture(id, { reference: 'b', status: 400 }))
  })
  assert.deepEqual(checkOf('M2', [other]).findings[0]?.request_ids, requests)
  assert.deepEqual(found([other]), ['M2'])
  const queried = resultOf('M2', 'lost-answer', (shop) => {
    const id = shop.paid()
    shop.capture(id, { ...lost, amount: '170.00' })
    shop.read(id, 'AUTHORIZED', { answer: { id, status: 'AUTHORIZED', captures: [{ reference_id: 'a' }] } })
    shop.capture(id, { reference: 'b', amount: '170.00' })
  })
  assert.equal(queried, 'not_exercised')
})

test('M3: after a lost answer the shop continues, or it does not', () => {
  const silent = acted('lost-answer', (shop) => void shop.capture(shop.paid(), { fault: 'lost_answer' }))
  assert.deepEqual(found([silent]), ['M3'])
  assert.equal(checkOf('M2', [silent]).result, 'not_exercised')
  const goesOn = (act: 'read' | 'capture') =>
    resultOf('M3', 'lost-answer', (shop) => {
      const id = shop.paid()
      shop.capture(id, { fault: 'lost_request' })
      shop[act](id)
    })
  assert.equal(goesOn('read'), 'passed')
  assert.equal(goesOn('capture'), 'passed')
  assert.equal(
    resultOf('M3', 'lost-answer', (shop) => void shop.capture(shop.paid())),
    'not_exercised',
  )
})

test('M3: a shop that loses the answer of its retry, too, has retried', () => {
  const twice = resultOf('M3', 'lost-answer', (shop) => {
    const id = shop.paid()
    shop.capture(id, { fault: 'lost_request' })
    shop.capture(id, { fault: 'lost_answer' })
  })
  assert.equal(twice, 'passed')
})

test('M3: a payment that is found in a list counts as read', () => {
  const listed = resultOf('M3', 'lost-answer', (shop) => {
    const id = shop.paid()
    shop.capture(id, { fault: 'lost_answer' })
    shop.call('listPayments', null, { answer: { payments: [{ id, status: 'CLOSED' }] } })
  })
  assert.equal(listed, 'passed')
})

test('M4: one reference for two movements is found; another spelling of the same movement is not', () => {
  const items = [{ title: 'Shirt', quantity: 1 }]
  const twice = (first: object, second: object) =>
    acted('plain', (shop) => {
      const id = shop.paid()
      shop.capture(id, first)
      shop.capture(id, second)
    })
  const otherAmount = twice({ amount: '100.00' }, { amount: '240.00' })
  assert.deepEqual(found([otherAmount]), ['M4'])
  const otherItems = twice({ amount: '100.00', items }, { amount: '100.00', items: [{ title: 'Hat', quantity: 1 }] })
  assert.equal(checkOf('M4', [otherItems]).result, 'failed')
  const spelled = twice({ amount: '340.00', items }, { amount: '340', items: [{ quantity: 1, title: 'Shirt' }] })
  assert.equal(checkOf('M4', [spelled]).result, 'passed')
  const refunded = acted('plain', (shop) => {
    const id = shop.paid()
    shop.capture(id, { reference: 'one' })
    shop.refund(id, { reference: 'one' })
  })
  assert.equal(checkOf('M4', [refunded]).result, 'passed')
  // A refused call has not used the reference, also if its first try was lost.
  const corrected = acted('plain', (shop) => {
    const id = shop.paid()
    shop.capture(id, { amount: '340.57', status: null, fault: 'lost_request' })
    shop.capture(id, { amount: '340.57', status: 400 })
    shop.capture(id)
  })
  assert.equal(checkOf('M4', [corrected]).result, 'passed')
})

test('M5: a 409 is repeated under the same reference after a pause', () => {
  const conflict = (...again: object[]) =>
    acted('conflict', (shop) => {
      const id = shop.paid()
      shop.capture(id, { status: 409, fault: 'conflict' })
      for (const call of again) shop.capture(id, call)
    })
  const judged = (...again: object[]) => checkOf('M5', [conflict(...again)])
  assert.equal(judged({ afterMs: 200 }).result, 'passed')
  assert.equal(judged({ status: 409, fault: 'conflict' }, {}).result, 'passed')
  assert.match(judged().findings[0]?.sentence ?? '', /answered 409 and not tried again/)
  assert.match(judged({ afterMs: 1 }).findings[0]?.sentence ?? '', /tried again at once/)
  assert.match(judged({ reference: 'b' }).findings[0]?.sentence ?? '', /tried again as a capture .* reference_id b/)
  assert.deepEqual(found([conflict({ reference: 'b' })]), ['M5'])
})

test('M5: a shop with another reference for every try fails M2 alone', () => {
  const tries = (name: 'lost-answer' | 'conflict', first: object) =>
    acted(name, (shop) => {
      const id = shop.paid()
      shop.capture(id, first)
      shop.capture(id, { reference: 'b' })
    })
  const restless = [
    tries('lost-answer', { fault: 'lost_answer' }),
    tries('conflict', { status: 409, fault: 'conflict' }),
  ]
  assert.deepEqual(found(restless), ['M2'])
  assert.equal(checkOf('M5', restless).result, 'not_exercised')
})

test('M6: Retry-After is obeyed, or not', () => {
  const limited = (afterMs?: number) =>
    resultOf('M6', 'rate-limit', (shop) => {
      const id = shop.paid()
      shop.capture(id, { status: 429, fault: 'rate_limit', answerHeaders: { 'retry-after': '2' } })
      if (afterMs !== undefined) shop.capture(id, { afterMs })
    })
  assert.deepEqual([limited(2_000), limited(1_500), limited()], ['passed', 'failed', 'failed'])
})

test('M7: a 500 is retried with growing pauses, and not for ever', () => {
  const broken = (...pauses: number[]) =>
    resultOf('M7', 'broken', (shop) => {
      const id = shop.paid()
      shop.capture(id, { status: 500, fault: 'error' })
      for (const afterMs of pauses) shop.capture(id, { status: 500, fault: 'error', afterMs })
      shop.silent(10_000)
    })
  assert.equal(broken(500), 'passed')
  assert.equal(broken(500, 900, 2_100, 3_900), 'passed')
  assert.equal(broken(500, 450), 'passed')
  assert.equal(broken(), 'failed')
  assert.equal(broken(1), 'failed')
  assert.equal(broken(500, 500, 500), 'failed')
  assert.equal(broken(...Array.from({ length: 12 }, (_, index) => 500 + index * 300)), 'failed')
})

test('M7: the limit is named, and counts the tries of all occasions', () => {
  const stubborn = acted('broken', (shop) => {
    const id = shop.paid()
    for (let tries = 0; tries < 12; tries += 1)
      shop.capture(id, { status: 500, fault: 'error', afterMs: 500 + tries * 300 })
  })
  assert.equal(
    checkOf('M7', [stubborn]).findings[0]?.sentence,
    'A capture of 340.00 with reference_id a was answered 500 and tried 12 times, on all occasions together: more than 10.',
  )
  for (const sentence of [checks.M7.asks, checks.M7.advice])
    assert.match(sentence, new RegExp(`at most ${limits.maxTries} tries`))
})

test('M7: a shop that may still have retried when the scenario ended needs a review', () => {
  const cutOff = (silenceMs: number, ...pauses: number[]) =>
    checkOf('M7', [
      acted('broken', (shop) => {
        const id = shop.paid()
        for (const afterMs of [0, ...pauses]) shop.capture(id, { status: 500, fault: 'error', afterMs })
        shop.silent(silenceMs)
      }),
    ])
  const { result, findings } = cutOff(3_000, 500, 1_000, 2_000)
  assert.equal(result, 'review')
  assert.match(findings[0]?.sentence ?? '', /answered 500 up to 3\.0 s before the scenario ended/)
  assert.equal(cutOff(4_000, 500, 1_000, 2_000).result, 'passed')
  assert.equal(cutOff(3_000, 500, 500, 500).result, 'failed')
})

test('M8: a permanent refusal is not retried again and again', () => {
  const refused = (times: number, status = 400) =>
    resultOf('M8', 'refused', (shop) => {
      const id = shop.paid()
      for (let sent = 0; sent < times; sent += 1) shop.capture(id, { status })
    })
  assert.deepEqual([refused(1), refused(2), refused(3)], ['passed', 'passed', 'failed'])
  assert.deepEqual([refused(5, 409), refused(5, 429), refused(0)], Array(3).fill('not_exercised'))
})

test('M9: a client with a short timeout is found, whatever its pauses; a patient one differs from one that never retries', () => {
  const gaveUp = (durationMs: number, afterMs: number) =>
    acted('slow', (shop) => {
      const id = shop.paid()
      shop.capture(id, { fault: 'slow', status: null, durationMs })
      shop.capture(id, { afterMs })
    })
  const waited = acted('slow', (shop) => void shop.capture(shop.paid(), { fault: 'slow', durationMs: 20_000 }))
  const repeats = acted('lost-answer', (shop) => {
    const id = shop.paid()
    shop.capture(id, { fault: 'lost_answer' })
    shop.capture(id)
  })
  const result = (...scenarios: ReturnType<typeof acted>[]) => checkOf('M9', scenarios).result
  assert.deepEqual([result(gaveUp(1_000, 60)), result(gaveUp(1_000, 6_000))], ['failed', 'failed'])
  assert.deepEqual([result(gaveUp(6_000, 60)), result(gaveUp(4_990, 500))], ['passed', 'passed'])
  assert.deepEqual(
    [result(waited), result(waited, repeats), result(repeats)],
    ['not_exercised', 'passed', 'not_exercised'],
  )
  assert.match(checkOf('M9', [gaveUp(1_000, 60)]).findings[0]?.sentence ?? '', /given up after 1\.0 s/)
  assert.deepEqual(found([gaveUp(2_000, 500)]), ['M9'])
})
