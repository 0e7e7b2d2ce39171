import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../platform/base/refusals.ts'
import { day } from '../../platform/base/times.ts'
import { type Dispute, type DisputeChange, type EventType, merchantThroughApi, type OnPayment } from './dispute.ts'
import {
  type DisputeStatus,
  type DisputeTransition,
  disputeStates,
  disputeStatuses,
  isActive,
  statusAfter,
} from './states.ts'
import { provideCustomerEvidence, withdraw } from './transitions/customer.ts'
import { approve, challenge, provideEvidence } from './transitions/merchant.ts'
import { acceptAmount, comment, decline, refund, requestEvidence } from './transitions/support.ts'
import { lapse } from './transitions/transition.ts'

const createdAt = Date.UTC(2026, 5, 15, 13, 8, 54, 123)
const waiting: readonly DisputeStatus[] = ['new', 'evidence_merchant', 'evidence_customer']

/** A dispute of 100.00 SAR in this status, with a proposed amount of 60.00. */
function disputeIn(status: DisputeStatus): Dispute {
  return {
    merchantId: 'm',
    id: 'b6f0b6a2-5d7f-4f55-9a3e-0c7f3f7c1d11',
    paymentId: 'p',
    storeId: 's',
    version: 3,
    status,
    reason: 'product_issue',
    currency: 'SAR',
    amountMinor: 100_00n,
    proposedMinor: 60_00n,
    customerEmail: 'customer@example.com',
    comment: '',
    orderNumber: '1001',
    items: [],
    attachmentIds: [],
    createdAt,
    dueAt: waiting.includes(status) ? createdAt + 14 * day : null,
    hasMerchantEvidence: false,
    announced: 1,
  }
}

const at = createdAt + 14 * day
const evidence = { content: 'a photo', attachmentIds: [] }
const other = { reason: 'merchant_reason_other', description: 'why', amount: null, attachmentIds: [] } as const

/** Each transition, as the code makes it. */
const moves: Record<DisputeTransition, (dispute: Dispute) => DisputeChange | undefined> = {
  approve: (dispute) => approve(dispute, merchantThroughApi, at),
  challenge: (dispute) => challenge(dispute, other, merchantThroughApi, at),
  lapse: (dispute) => lapse(dispute, at),
  withdraw: (dispute) => withdraw(dispute, at),
  ask_merchant: (dispute) => requestEvidence(dispute, 'merchant', '', at),
  ask_customer: (dispute) => requestEvidence(dispute, 'customer', '', at),
  merchant_evidence: (dispute) => provideEvidence(dispute, evidence, merchantThroughApi, at),
  customer_evidence: (dispute) => provideCustomerEvidence(dispute, evidence, at),
  refund: (dispute) => refund(dispute, '', at),
  decline: (dispute) => decline(dispute, '', at),
  accept_amount: (dispute) => acceptAmount(dispute, '', at),
  comment: (dispute) => comment(dispute, 'a remark', at),
}

type Cell = readonly [DisputeStatus, EventType, string, string | null, OnPayment]

// Written by hand from sections 8 and 10 of the decisions: next status, event type, source, notification, the
// payment's action.
const approved: Cell = ['refunded', 'dispute_approved', 'merchant', 'approved', 'refund']
const silentMerchant: Cell = ['refunded', 'merchant_14d_unresponsive', 'support', 'approved', 'refund']
const withdrawn: Cell = ['cancelled', 'dispute_canceled', 'customer', 'cancelled', 'release']
const remark = (status: DisputeStatus): Cell => [status, 'dispute_comment_added', 'support', null, 'none']
const shown = (status: DisputeStatus): Cell => [status, 'evidence_merchant_provided', 'merchant', null, 'none']

const contract: Record<DisputeStatus, Partial<Record<DisputeTransition, Cell>>> = {
  new: {
    approve: approved,
    challenge: ['in_progress', 'dispute_in_arbitration', 'merchant', 'arbitration', 'none'],
    lapse: silentMerchant,
    withdraw: withdrawn,
    merchant_evidence: shown('new'),
    comment: remark('new'),
  },
  in_progress: {
    approve: approved,
    withdraw: withdrawn,
    ask_merchant: ['evidence_merchant', 'evidence_merchant', 'support', 'evidence_merchant', 'none'],
    ask_customer: ['evidence_customer', 'evidence_customer', 'support', null, 'none'],
    merchant_evidence: shown('in_progress'),
    refund: ['refunded', 'dispute_approved', 'support', 'approved', 'refund'],
    decline: ['declined', 'dispute_declined', 'support', 'declined', 'release'],
    accept_amount: ['in_progress', 'dispute_amount_changed', 'support', null, 'none'],
    comment: remark('in_progress'),
  },
  evidence_merchant: {
    approve: approved,
    lapse: silentMerchant,
    withdraw: withdrawn,
    merchant_evidence: shown('in_progress'),
    comment: remark('evidence_merchant'),
  },
  evidence_customer: {
    approve: approved,
    lapse: ['declined', 'customer_14d_unresponsive', 'support', 'declined', 'release'],
    withdraw: withdrawn,
    customer_evidence: ['in_progress', 'evidence_customer_provided', 'customer', null, 'none'],
    comment: remark('evidence_customer'),
  },
  refunded: { comment: remark('refunded') },
  declined: { comment: remark('declined') },
  cancelled: { comment: remark('cancelled') },
}

const everyMove = Object.keys(moves) as DisputeTransition[]

/**
 * Returns the refusal of a transition that the contract does not have. The merchant receives the contract's text
 * (docs/contract/disputes.md), the others a conflict.
 */
function refusalOf(status: DisputeStatus, move: DisputeTransition): [string, string] | undefined {
  if (move === 'lapse') return undefined
  if (move === 'approve' || move === 'challenge') return ['bad_data', 'bad_request']
  if (move === 'merchant_evidence') return ['conflict', 'payment is disputed']
  return ['conflict', `not possible while the dispute is ${status}`]
}

for (const status of disputeStatuses) {
  for (const move of everyMove) {
    const cell = contract[status][move]
    if (cell !== undefined) {
      test(`${status}: ${move} leads to ${cell[0]}`, () => {
        const change = moves[move](disputeIn(status))
        assert.ok(change)
        const { dispute, entry, announce, payment } = change
        assert.deepEqual([dispute.status, entry.eventType, entry.source, announce, payment], cell)
        assert.ok(disputeStates.allows(status, move, dispute.status))
        assert.equal(dispute.dueAt !== null, waiting.includes(dispute.status))
      })
    } else {
      test(`${status}: ${move} is refused`, () => {
        assert.equal(statusAfter(status, move), undefined)
        const expected = refusalOf(status, move)
        if (expected === undefined) {
          assert.equal(moves[move](disputeIn(status)), undefined)
          return
        }
        assert.throws(
          () => moves[move](disputeIn(status)),
          (refusal) => refusal instanceof Refusal && refusal.kind === expected[0] && refusal.message === expected[1],
        )
      })
    }
  }
}

test('the state table has exactly the transitions of the contract', () => {
  for (const status of disputeStatuses) {
    assert.deepEqual(Object.keys(disputeStates.table[status]).sort(), Object.keys(contract[status]).sort())
  }
})

test('`new`, `in_progress` and both requests for evidence are active, the other statuses are resolved', () => {
  assert.deepEqual(disputeStatuses.filter(isActive), ['new', 'in_progress', 'evidence_merchant', 'evidence_customer'])
})
