import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActedScenario, acted, capturingRun, checkOf, found } from './acted-run.ts'

type Act = (shop: ActedScenario, id: string) => void
const nothing: Act = () => undefined

test('P9: a capture of a paid payment that is refused for good is found, with amount and answer', () => {
  const wrong = { status: 400, answer: { error: 'amount exceeds the remaining 34.567 KWD' } }
  const plain = (act: Act) => acted('plain', (shop) => act(shop, shop.paid()))
  const refused = plain((shop, id) => void shop.capture(id, { amount: '34.57', ...wrong }))
  assert.deepEqual(found([refused]), ['P9'])
  assert.equal(
    checkOf('P9', [refused]).findings[0]?.sentence,
    'A capture of 34.57 with reference_id a of a paid payment was answered 400: amount exceeds the remaining 34.567 KWD.',
  )
  const result = (act: Act) => checkOf('P9', [plain(act)]).result
  assert.equal(
    result((shop, id) => void shop.capture(id)),
    'passed',
  )
  assert.equal(
    result((shop, id) => {
      shop.capture(id, { status: 409, answer: { error: 'could not acquire lock: payment is locked' } })
      shop.capture(id)
    }),
    'passed',
  )
  // A payment that is already closed refuses further captures.
  assert.equal(
    result((shop, id) => {
      shop.capture(id)
      shop.capture(id, { reference: 'b', ...wrong })
    }),
    'passed',
  )
  // A shop that reads the error and corrects itself loses no money.
  const corrected =
    (amount?: string): Act =>
    (shop, id) => {
      shop.capture(id, { amount: '34.57', ...wrong })
      shop.capture(id, { reference: 'b', ...(amount !== undefined && { amount }) })
    }
  assert.equal(result(corrected()), 'passed')
  assert.equal(result(corrected('10.00')), 'failed', 'a part does not show that the rest was not refused for good')
  assert.equal(result(nothing), 'not_exercised')
  const unpaid = acted('plain', (shop) => void shop.capture(shop.session({ isPaid: false }), wrong))
  assert.equal(checkOf('P9', [unpaid]).result, 'not_exercised')
})

test('P8: a refund that a dispute blocks is given up after some tries', () => {
  const disputed = (times: number) =>
    acted('disputed', (shop) => {
      const id = shop.paid()
      shop.capture(id)
      for (let sent = 0; sent < times; sent += 1)
        shop.refund(id, { status: 409, answer: { error: 'payment is disputed' } })
    })
  assert.equal(checkOf('P8', [disputed(5)]).result, 'passed')
  assert.deepEqual(found([disputed(6)]), ['P8'])
  assert.equal(checkOf('P8', [disputed(0)]).result, 'not_exercised')
})

test('P8: a check that was not exercised names the step that was missing', () => {
  const missing = (act: (shop: ActedScenario) => void) => checkOf('P8', [acted('disputed', act)]).missing
  const dispute = (shop: ActedScenario, id: string) => shop.changed(id, 'open_dispute', 'CLOSED', 'customer')
  const captures = (shop: ActedScenario, amount?: string): string => {
    const id = shop.paid()
    shop.capture(id, amount === undefined ? {} : { amount })
    return id
  }
  assert.deepEqual(
    [
      missing(() => undefined),
      missing((shop) => void shop.paid()),
      missing((shop) => void captures(shop, '170.00')),
      missing((shop) => void captures(shop)),
      missing((shop) => dispute(shop, captures(shop))),
      checkOf('P8', [capturingRun]).missing,
    ],
    [
      'the shop opened no session',
      'the shop captured nothing',
      'the payment was not CLOSED',
      'no dispute was opened: test keys have none',
      'the shop asked for no refund while the dispute was open',
      undefined,
    ],
  )
})
