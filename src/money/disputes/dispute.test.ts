import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../platform/base/refusals.ts'
import { day, hour, type Instant } from '../../platform/base/times.ts'
import { merchantThroughApi as author, type Dispute, daysLeft, expiredAt, timeLeft } from './dispute.ts'
import { type Challenge, challenge, provideEvidence } from './transitions/merchant.ts'
import { type DisputedPayment, openDispute } from './transitions/open.ts'
import { acceptAmount, decline, refund, requestEvidence } from './transitions/support.ts'
import { lapse } from './transitions/transition.ts'
import { formatDispute, formatEvidence, formatNotification } from './wire.ts'

const at = Date.UTC(2026, 5, 15, 13, 8, 54, 123)
const payment: DisputedPayment = {
  merchantId: 'm',
  paymentId: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
  storeId: 's',
  currency: 'SAR',
  leftToRefundMinor: 100_00n,
  customerEmail: 'customer@example.com',
  orderNumber: '1001',
  items: [],
}
const complaint = { reason: 'product_issue', comment: 'torn', attachmentIds: [] } as const

function opened(amountMinor?: bigint): Dispute {
  const about = amountMinor === undefined ? complaint : { ...complaint, amountMinor }
  return { ...openDispute(payment, about, at).dispute, version: 1, announced: 1 }
}

function challenged(members: Partial<Challenge> = {}, when: Instant = at): Dispute {
  const request = {
    reason: 'merchant_reason_other',
    description: '',
    amount: null,
    attachmentIds: [],
    ...members,
  } as const
  return challenge(opened(), request, author, when).dispute
}

const lower = (amount: string | null): Dispute =>
  challenged({ reason: 'merchant_reason_order_amount_should_be_different', amount })

function isRefused(kind: string, text: string) {
  return (error: unknown): boolean => error instanceof Refusal && error.kind === kind && error.message === text
}

test('without an amount a dispute is about the captured amount without refunds', () => {
  assert.equal(opened().amountMinor, 100_00n)
  assert.equal(opened(100_00n).amountMinor, 100_00n)
  assert.throws(() => opened(100_01n), Refusal)
})

test('days left are rounded up: 14 at first, 1 on the last day, 0 after the deadline or once resolved', () => {
  const left = (ms: number): number => daysLeft(opened(), at + ms)
  assert.deepEqual([0, 1, day - 1, day, day + 1].map(left), [14, 14, 14, 13, 13])
  assert.deepEqual([13 * day - 1, 13 * day, 13 * day + 1, 14 * day - 1].map(left), [2, 1, 1, 1])
  assert.deepEqual([14 * day, 15 * day].map(left), [0, 0])
  assert.equal(daysLeft({ ...opened(), status: 'declined' }, at), 0)
  assert.equal(expiredAt(opened()), at + 14 * day)
})

test('lapse: a silent merchant loses after exactly 14 days, whenever the dispute is read', () => {
  const dispute = opened()
  assert.equal(lapse(dispute, at + 13 * day), undefined)
  assert.equal(lapse(dispute, at + 14 * day - 1), undefined)
  for (const now of [at + 14 * day, at + 90 * day]) {
    assert.deepEqual(
      [lapse(dispute, now)?.dispute.status, lapse(dispute, now)?.entry.createdAt],
      ['refunded', at + 14 * day],
    )
  }
})

test('a request for evidence: due 14 days later', () => {
  for (const [from, verdict] of [
    ['merchant', 'refunded'],
    ['customer', 'declined'],
  ] as const) {
    const requestedAt = at + 20 * day + 5 * hour
    const { dispute } = requestEvidence(challenged(), from, '', requestedAt)
    assert.equal(dispute.dueAt, requestedAt + 14 * day)
    assert.equal(lapse(dispute, requestedAt + 14 * day - 1), undefined)
    assert.equal(lapse(dispute, requestedAt + 14 * day)?.dispute.status, verdict)
  }
})

test('a challenge ends the deadline', () => {
  assert.equal(lapse(challenged(), at + 400 * day), undefined)
})

test('evidence in `new` does not change the deadline', () => {
  const { dispute } = provideEvidence(opened(), { content: 'a photo', attachmentIds: [] }, author, at)
  assert.equal(lapse(dispute, at + 14 * day)?.dispute.status, 'refunded')
})

test('a comment does not change a deadline', () => {
  const waiting = requestEvidence(challenged(), 'merchant', '', at).dispute
  assert.equal(waiting.dueAt, at + 14 * day)
})

test("a proposed amount is positive, below the disputed one, and has the currency's decimals", () => {
  for (const amount of ['99.99', '0.01', '50', '50.5']) assert.ok(lower(amount).proposedMinor)
  for (const amount of [null, '', '0', '0.00', '-1', '100', '100.00', '100.01', '1.234', '1e1', 'abc', '50.00 ']) {
    assert.throws(() => lower(amount), isRefused('bad_data', 'bad_request'), String(amount))
  }
})

test('with another reason an amount is ignored', () => {
  assert.equal(challenged({ amount: '50.00' }).proposedMinor, null)
  assert.equal(challenged({ amount: 'abc' }).proposedMinor, null)
})

test('the proposed amount counts only once support accepts it', () => {
  const proposed = lower('60.00')
  assert.deepEqual([proposed.amountMinor, proposed.proposedMinor], [100_00n, 60_00n])
  const { dispute, entry } = acceptAmount(proposed, 'agreed', at)
  assert.deepEqual([dispute.amountMinor, dispute.proposedMinor, dispute.status], [60_00n, null, 'in_progress'])
  assert.deepEqual([entry.content, entry.note], ['60.00', 'agreed'])
  assert.throws(() => acceptAmount(dispute, '', at), isRefused('conflict', 'the merchant has proposed no amount'))
})

test('a refunded part becomes the disputed amount, is in the history, and is never more than the dispute', () => {
  const dispute = { ...challenged(), proposedMinor: 50_00n }
  const part = refund(dispute, 'a seam', at, 40_00n)
  assert.deepEqual(
    [part.dispute.status, part.dispute.amountMinor, part.dispute.proposedMinor],
    ['refunded', 40_00n, null],
  )
  assert.deepEqual([part.entry.content, part.entry.note, part.payment], ['40.00', 'a seam', 'refund'])
  const whole = refund(dispute, 'all of it', at)
  assert.deepEqual([whole.dispute.amountMinor, whole.entry.content, whole.entry.note], [100_00n, 'all of it', ''])
  for (const amountMinor of [0n, -1n, 100_01n])
    assert.throws(() => refund(dispute, '', at, amountMinor), isRefused('bad_data', 'bad_request'))
})

test('time left: whole hours below two days, else days; none without a due time', () => {
  const leftAt = (left: number) => timeLeft({ dueAt: at + left }, at)
  assert.deepEqual(leftAt(14 * day - 1), { unit: 'days', count: 14 })
  assert.deepEqual(leftAt(2 * day), { unit: 'days', count: 2 })
  assert.deepEqual(leftAt(2 * day - 1), { unit: 'hours', count: 47 })
  assert.deepEqual(leftAt(hour - 1), { unit: 'hours', count: 0 })
  assert.deepEqual(leftAt(-day), { unit: 'hours', count: 0 })
  assert.equal(timeLeft({ dueAt: null }, at), undefined)
})

test('evidence is accepted once after each request, and needs a text or files', () => {
  const evidence = { content: 'a photo', attachmentIds: [] }
  const again = isRefused('conflict', 'payment is disputed')
  const first = provideEvidence(challenged(), evidence, author, at).dispute
  assert.equal(first.status, 'in_progress')
  assert.throws(() => provideEvidence(first, evidence, author, at), again)
  const requested = requestEvidence(first, 'merchant', '', at).dispute
  const second = provideEvidence(requested, { content: '', attachmentIds: ['a'] }, author, at).dispute
  assert.deepEqual([second.status, second.attachmentIds], ['in_progress', ['a']])
  assert.throws(() => provideEvidence(second, evidence, author, at), again)
  const requestedOfCustomer = requestEvidence(second, 'customer', '', at).dispute
  assert.throws(() => provideEvidence(requestedOfCustomer, evidence, author, at), again)
  for (const content of ['', '   ']) {
    assert.throws(
      () => provideEvidence(requested, { content, attachmentIds: [] }, author, at),
      isRefused('bad_data', 'bad_request'),
    )
  }
})

test('a submission has at most ten attachments and 65,535 characters', () => {
  const ids = Array.from({ length: 11 }, (_, index) => `a${index}`)
  const refused = isRefused('bad_data', 'bad_request')
  assert.equal(challenged({ attachmentIds: ids.slice(1) }).attachmentIds.length, 10)
  assert.throws(() => challenged({ attachmentIds: ids }), refused)
  assert.throws(() => challenged({ description: 'x'.repeat(65_536) }), refused)
  assert.throws(() => provideEvidence(opened(), { content: 'x', attachmentIds: ids }, author, at), refused)
  assert.throws(() => decline(challenged(), 'x'.repeat(65_536), at), refused)
})

test('a challenge: the history has its reason and its description', () => {
  const request: Challenge = { reason: 'merchant_reason_other', description: 'why', amount: null, attachmentIds: ['a'] }
  const { entry } = challenge(opened(), request, author, at)
  assert.deepEqual(
    [entry.content, entry.note, entry.createdBy, entry.source],
    ['merchant_reason_other', 'why', 'Disputes API', 'merchant'],
  )
})

test('times: disputes have milliseconds, evidence and notifications whole seconds', () => {
  const dispute = opened(12_30n)
  const shown = formatDispute(dispute, at, 'http://here')
  assert.deepEqual([shown['created_at'], shown['expired_at']], ['2026-06-15T13:08:54.123Z', '2026-06-29T13:08:54.123Z'])
  const change = provideEvidence(dispute, { content: 'a photo', attachmentIds: ['a'] }, author, at)
  assert.deepEqual(formatEvidence(change.dispute, change.entry), {
    id: change.entry.id,
    dispute_id: dispute.id,
    content: 'a photo',
    created_by: 'merchant',
    created_at: '2026-06-15T13:08:54Z',
    attachment_ids: ['a'],
  })
  assert.deepEqual(formatNotification(dispute, 'pending'), {
    status: 'pending',
    dispute_id: dispute.id,
    payment_id: payment.paymentId,
    amount: '12.30',
    currency: 'SAR',
    created_at: '2026-06-15T13:08:54Z',
  })
})
