import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Dispute, type DisputeChange, daysLeft, merchantThroughApi } from '../../src/money/disputes/dispute.ts'
import { provideCustomerEvidence, withdraw } from '../../src/money/disputes/transitions/customer.ts'
import { approve, challenge, provideEvidence } from '../../src/money/disputes/transitions/merchant.ts'
import { openDispute } from '../../src/money/disputes/transitions/open.ts'
import {
  acceptAmount,
  comment,
  decline,
  refund,
  requestEvidence,
} from '../../src/money/disputes/transitions/support.ts'
import { lapse } from '../../src/money/disputes/transitions/transition.ts'
import { leftToRefund, type Payment } from '../../src/money/payments/payment.ts'
import { standardPlan } from '../../src/money/payments/payment-plan.ts'
import { endDispute, openDispute as hold, refundDispute } from '../../src/money/payments/transitions/dispute.ts'
import { parseRefund, refund as refundPayment } from '../../src/money/payments/transitions/refund.ts'
import { Refusal } from '../../src/platform/base/refusals.ts'
import { hour } from '../../src/platform/base/times.ts'
import { noFees } from '../../src/platform/merchants/stores/fee-rates.ts'
import { formatMinor } from '../../testkit/amounts.ts'
import { type Command, captured, commands, DisputeModel, type StepResult } from './dispute-commands.ts'

const start = Date.UTC(2026, 5, 15, 13, 8, 54)
const evidence = { content: 'a photo', attachmentIds: [] }

/** One payment and its disputes, changed by the program's rules alone. */
class Rules {
  private now = start
  private payment = capturedPayment()
  private dispute: Dispute | undefined

  step(command: Command): StepResult {
    const accepted = this.isAccepted(command)
    const { dispute } = this
    return {
      accepted,
      status: dispute?.status ?? null,
      amount: dispute === undefined ? null : Number(dispute.amountMinor),
      refunded: Number(this.payment.refundedMinor),
      daysLeft: dispute === undefined ? null : daysLeft(dispute, this.now),
    }
  }

  private isAccepted(command: Command): boolean {
    try {
      this.apply(command)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  private apply(command: Command): void {
    if (command.do === 'wait') {
      this.now += command.hours * hour
      const change = this.dispute && lapse(this.dispute, this.now)
      if (change !== undefined) this.save(change)
    } else if (command.do === 'merchant-refund') {
      const change = refundPayment(
        this.payment,
        parseRefund({ amount: formatMinor(command.minor) }, 'AED', 'strict'),
        this.now,
      )
      if (typeof change !== 'symbol') this.payment = change.after
    } else if (command.do === 'open') {
      this.save(this.open(command.minor))
    } else {
      if (this.dispute === undefined) throw new Refusal('not_found', 'dispute not found')
      this.save(this.move(this.dispute, command))
    }
  }

  private open(minor: number | undefined): DisputeChange {
    const payment = this.payment
    const complaint = { reason: 'not_delivered', comment: '', attachmentIds: [] } as const
    return openDispute(
      {
        merchantId: payment.merchantId,
        paymentId: payment.id,
        storeId: payment.storeId,
        currency: payment.currency,
        leftToRefundMinor: leftToRefund(payment),
        customerEmail: '',
        orderNumber: '',
        items: [],
      },
      minor === undefined ? complaint : { ...complaint, amountMinor: BigInt(minor) },
      this.now,
    )
  }

  private move(dispute: Dispute, command: Command): DisputeChange {
    const at = this.now
    switch (command.do) {
      case 'approve':
        return approve(dispute, merchantThroughApi, at)
      case 'challenge': {
        const reason =
          command.minor === undefined ? 'merchant_reason_other' : 'merchant_reason_order_amount_should_be_different'
        const amount = command.minor === undefined ? null : formatMinor(command.minor)
        return challenge(dispute, { reason, description: '', amount, attachmentIds: [] }, merchantThroughApi, at)
      }
      case 'request-evidence':
        return requestEvidence(dispute, command.from, '', at)
      case 'withdraw':
        return withdraw(dispute, at)
      case 'merchant-evidence':
        return provideEvidence(dispute, evidence, merchantThroughApi, at)
      case 'provide-evidence':
        return provideCustomerEvidence(dispute, evidence, at)
      case 'refund':
        return refund(dispute, '', at)
      case 'decline':
        return decline(dispute, '', at)
      case 'accept-amount':
        return acceptAmount(dispute, '', at)
      default:
        return comment(dispute, 'a remark', at)
    }
  }

  private save({ dispute, entry, payment }: DisputeChange): void {
    const { id, amountMinor } = dispute
    if (payment === 'hold') this.payment = hold(this.payment, id, amountMinor).after
    if (payment === 'release') this.payment = endDispute(this.payment, id).after
    if (payment === 'refund') this.payment = refundDispute(this.payment, id, amountMinor, entry.createdAt).after
    this.dispute = { ...dispute, version: dispute.version + 1 }
  }
}

function capturedPayment(): Payment {
  const amountMinor = BigInt(captured)
  return {
    merchantId: 'm',
    id: 'p',
    storeId: 's',
    isTest: false,
    version: 3,
    changeId: null,
    status: 'CLOSED',
    currency: 'AED',
    amountMinor,
    capturedMinor: amountMinor,
    refundedMinor: 0n,
    paidMinor: amountMinor / 4n,
    writtenOffMinor: 0n,
    plan: standardPlan,
    isHeld: false,
    orderReference: '1001',
    createdAt: start,
    expiresAt: start,
    authorizedAt: start,
    closedAt: start,
    expiredAt: null,
    dueAt: null,
    referredUntil: null,
    disputeId: null,
    announced: 3,
    feeRates: noFees,
    vatMinor: 0n,
    exactVat: 0n,
    captures: [],
    refunds: [],
    order: {
      description: '',
      buyer: { name: '', email: '', phone: '', dob: null },
      shipping_address: { city: '', address: '', zip: '' },
      order: { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] },
      buyer_history: { registered_since: null, loyalty_level: 0 },
      order_history: [],
      meta: null,
      attachment: null,
    },
  }
}

test('10,000 random lives of a disputed payment agree with the model and never refund more than was captured', () => {
  const visitedStatuses = new Set<string | null>()
  fc.assert(
    fc.property(commands, (life) => {
      const model = new DisputeModel()
      const rules = new Rules()
      for (const command of life) {
        const expected = model.step(command)
        assert.deepEqual(rules.step(command), expected, JSON.stringify(command))
        assert.ok(expected.refunded <= captured)
        visitedStatuses.add(expected.status)
      }
    }),
    { numRuns: 10_000 },
  )
  assert.equal(visitedStatuses.size, 8, 'every status was reached, and none at all')
})
