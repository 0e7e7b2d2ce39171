import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pageOf } from '../../src/entries/cli/explain/page.ts'
import { type Story, tellStory } from '../../src/money/explain/story.ts'
import { printedEvents } from '../support/printed-events.ts'
import { openStage, type Stage } from '../support/rich-life.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

async function tell(id: string): Promise<Story> {
  return (await tellStory(stage.service.app, id)) ?? assert.fail('no such payment')
}
const nextOf = (story: Story): string[] => story.next.map(({ text }) => text)
const page = (story: Story): string => pageOf(story, { width: 100, isAll: false, paint: (_, text) => text })

let buyers = 0
async function buy(amount: string, card?: string): Promise<string> {
  buyers += 1
  const buyer = { name: 'Sara Ali', email: 'otp.success@example.com', phone: `+97150000${1000 + buyers}` }
  const { body } = await stage.shop.checkout(amount, { buyer })
  if (card !== undefined) await stage.post(`/sandbox/payments/${body.payment.id}/authorize`, { card })
  return body.payment.id
}

const capture = (id: string, amount: string, reference_id = 'c1') =>
  stage.post(`/api/v2/payments/${id}/captures`, { amount, reference_id })

test('before the first charge: a sentence, the next step, and no table of zeros', async () => {
  const id = await buy('100.00')
  const story = await tell(id)
  assert.equal(story.summary, 'At checkout: the customer has not finished.')
  assert.deepEqual(nextOf(story), ['it expires, unless the customer has finished by then'])
  assert.doesNotMatch(page(story), /Money|Plan/)
  await stage.post(`/sandbox/payments/${id}/cancel`)
  assert.equal((await tell(id)).summary, 'Expired: the customer never finished.')
  const rejected = await buy('100.00')
  await stage.post(`/sandbox/payments/${rejected}/reject`)
  assert.equal((await tell(rejected)).summary, 'Refused on the page.')
})

test('a rejection names its rule, with input and limit', async () => {
  const story = await tell(await buy('25000.00'))
  assert.equal(story.summary, 'Refused before the page opened (not_available).')
  assert.match(page(story), /refused +not_available, by max_open_exposure \(25000\.00 of 20000\.00\)\n/)
})

test('a payment past its expiry is shown as expired, before any worker has run', async () => {
  const id = await buy('100.00')
  stage.wait(60)
  const story = await tell(id)
  assert.equal(story.summary, 'Expired: the customer never finished.')
  assert.deepEqual(
    printedEvents(story)
      .filter(({ what }) => what === 'change')
      .map(({ label }) => label),
    ['created', 'expired'],
  )
})

test('an authorized payment shows the automatic capture, the next due date and the unsettled amount', async () => {
  const id = await buy('400.00', '4242424242424242')
  const story = await tell(id)
  assert.match(
    story.summary,
    /^Authorized over 400\.00 AED, nothing captured yet; the customer has paid 100\.00 of 400\.00 AED; instalment 2 is due on /,
  )
  assert.deepEqual(nextOf(story).toSorted(), [
    'an instalment is due; it waits for a capture',
    'the customer is reminded of what is due',
    'the service captures the rest by itself',
  ])
  await capture(id, '150.00')
  const captured = await tell(id)
  assert.match(captured.summary, /^Captured 150\.00 of 400\.00 AED so far; .*; not settled yet/)
  assert.ok(nextOf(captured).includes('is charged to visa …4242'))
  assert.ok(nextOf(captured).some((text) => /^what moved on .* is settled$/.test(text)))
})

test('returns that are waiting, confirmed and failed are distinguished', async () => {
  const good = await buy('100.00', '4242424242424242')
  await stage.post(`/api/v2/payments/${good}/close`)
  const before = 'Cancelled: closed without a capture; the customer owes nothing; 25.00'
  assert.ok((await tell(good)).summary.startsWith(`${before} is on its way back to the card`))
  const bad = await buy('100.00', '4000000000005126')
  await stage.post(`/api/v2/payments/${bad}/close`)
  // The processor is queried twice: the return is pending first, then it fails.
  await stage.sendReturns()
  await stage.sendReturns()
  assert.ok((await tell(good)).summary.startsWith(`${before} went back to the card`))
  const story = await tell(bad)
  assert.match(story.summary, /25\.00 did not arrive at the card and is owed to the customer/)
  const text = page(story)
  assert.match(text, /goes back +25\.00 {2}to visa …5126: it did not arrive\n/)
  assert.match(text, /not arrived +what went back is owed to the customer again\n/)
})

test('an overdue plan shows its start, why nothing is tried, and in the end that a person decides', async () => {
  const id = await buy('400.00', '4000000000009979')
  await capture(id, '400.00')
  await stage.pass('P32D')
  const story = await tell(id)
  assert.match(
    story.summary,
    /^Captured in full; the customer has paid 100\.00 of 400\.00 AED; instalment 2 is overdue since \d+ \w+ 2026;/,
  )
  assert.match(story.summary, /settled on \d+ \w+ 2026 and paid out/)
  assert.ok(nextOf(story).includes('visa …9979 is not charged again: the customer has to give another card'))
  const reported =
    /declined +100\.00 {2}instalment 2, visa …9979: the card was reported stolen; never to be\n +tried again\n/
  assert.match(page(story), reported)
  await stage.pass('P100D')
  const late = await tell(id)
  assert.match(late.summary, /given up on \d+ \w+ 2026: a person decides/)
  assert.match(page(late), /Plan defaulted\n[\s\S]*\n {4}09:00 {2}defaulted/)
})

test('a dispute is open, then decided, with its winner', async () => {
  const id = await buy('400.00', '4242424242424242')
  await capture(id, '400.00')
  const open = async () =>
    (await stage.post('/sandbox/disputes', { payment_id: id, reason: 'not_delivered', amount: '50.00' })).body.dispute
      .id
  const first = await open()
  const story = await tell(id)
  assert.match(story.summary, /a dispute about 50\.00 is open/)
  assert.ok(nextOf(story).includes('without an answer of the shop the dispute is decided for the customer'))
  await stage.post(`/sandbox/disputes/${first}/withdraw`)
  assert.match((await tell(id)).summary, /a dispute about 50\.00 was taken back/)
  const second = await open()
  const challenge = { dispute_id: second, reason: 'merchant_reason_other', description: 'It was delivered' }
  await stage.post('/api/v1/disputes/challenge', challenge)
  assert.ok(nextOf(await tell(id)).includes('support decides the dispute'))
  await stage.post(`/sandbox/disputes/${second}/decline`)
  const decided = await tell(id)
  assert.match(decided.summary, /a dispute about 50\.00 was decided for the shop/)
  assert.equal(decided.cases.length, 2)
})

test('a failing webhook is in the short form, with its last answer', async () => {
  await stage.notify()
  stage.answerWith(500)
  const id = await buy('100.00', '4242424242424242')
  await stage.notify()
  const waiting = await tell(id)
  assert.match(waiting.summary, /1 notification is being tried again/)
  assert.match(
    page(waiting),
    /webhook +payment “authorized” to shop\.test\/hook: 1st attempt answered 500, is\n +tried again\n/,
  )
  for (const minutes of [1, 2, 3, 4]) {
    stage.wait(minutes)
    await stage.notify()
  }
  stage.answerWith(200)
  const failed = await tell(id)
  assert.match(failed.summary, /1 notification could not be delivered/)
  assert.match(page(failed), /given up, 5th attempt\n +answered 500\n/)
})

test('events of one instant are in causal order', async () => {
  const id = await buy('400.00', '4242424242424242')
  await capture(id, '100.00')
  await capture(id, '300.00', 'c2')
  await stage.post(`/sandbox/payments/${id}/pay`, { what: 'all' })
  await stage.post(`/api/v2/payments/${id}/refunds`, { amount: '50.00', reference_id: 'r1' })
  const { dispute } = (
    await stage.post('/sandbox/disputes', { payment_id: id, reason: 'not_delivered', amount: '20.00' })
  ).body
  await stage.post('/api/v1/disputes/approve', { dispute_ids: [dispute.id] })
  const events = printedEvents(await tell(id))
  assert.equal(new Set(events.map(({ at }) => Math.floor(at / 1_000))).size, 1)
  assert.deepEqual(
    events
      .filter(({ what }) => what !== 'attempt')
      .map(({ what, label }) => (what === 'notification' ? `told: ${label}` : `${what}: ${label}`)),
    [
      ...['decision: approved', 'change: created', 'charge: charged', 'change: authorized', 'told: webhook'],
      ...['change: captured', 'told: webhook', 'change: captured', 'told: webhook', 'told: webhook'],
      ...['charge: charged', 'change: collected', 'message: texted'],
      ...['change: refunded', 'told: webhook', 'return: goes back'],
      ...['dispute: disputed', 'change: held', 'told: webhook'],
      ...['dispute: dispute', 'change: refunded', 'told: webhook', 'told: webhook', 'return: goes back'],
    ],
  )
})

test('of many captures the first and the last are shown, and texts of others cannot move the cursor', async () => {
  const id = await buy('1000.00', '4242424242424242')
  for (let n = 1; n <= 30; n += 1) await capture(id, '10.00', `c${n}\u001b[2J\u202e`)
  const text = page(await tell(id))
  await stage.notify()
  assert.match(text, /… {2}captured {5}100\.00 {2}10 more, together\n/)
  assert.equal(text.match(/captured .* by the shop/g)?.length, 20)
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
})
