import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatMinor, minorOf } from '../../testkit/amounts.ts'
import type { Answer } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { playHistories } from '../support/play-histories.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type Command, captured, commands, DisputeModel, type StepResult } from './dispute-commands.ts'

let service: TestService

before(async () => {
  service = await startTestService()
})
after(() => service.close())

const nobody = '00000000-0000-4000-8000-000000000000'

/** One payment of a new merchant and its disputes, over the wire. */
class Wire {
  private dispute = nobody
  private readonly shop: DisputeShop
  private readonly paymentId: string

  constructor(shop: DisputeShop, paymentId: string) {
    this.shop = shop
    this.paymentId = paymentId
  }

  async step(command: Command): Promise<StepResult> {
    const answer = await this.send(command)
    assert.ok(answer.status < 500, answer.text)
    if (command.do === 'open' && answer.status === 200) this.dispute = answer.body.dispute.id
    const dispute = this.dispute === nobody ? undefined : await this.shop.dispute(this.dispute)
    const payment = await this.shop.call('GET', `/api/v2/payments/${this.paymentId}`)
    const refunds: { amount: string }[] = payment.body.refunds
    return {
      accepted: answer.status === 200,
      status: dispute?.status ?? null,
      amount: dispute === undefined ? null : minorOf(dispute.amount),
      refunded: refunds.reduce((sum, refund) => sum + minorOf(refund.amount), 0),
      daysLeft: dispute?.days_left ?? null,
    }
  }

  private send(command: Command): Promise<Answer> {
    const { shop, dispute } = this
    switch (command.do) {
      case 'wait':
        return shop.call('POST', '/sandbox/clock', { advance: `PT${command.hours}H` })
      case 'merchant-refund':
        return shop.call('POST', `/api/v2/payments/${this.paymentId}/refunds`, { amount: command.minor / 100 })
      case 'open': {
        const amount = command.minor === undefined ? {} : { amount: command.minor / 100 }
        const body = { payment_id: this.paymentId, reason: 'not_delivered', ...amount }
        return shop.call('POST', '/sandbox/disputes', body)
      }
      case 'approve':
        return shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute] })
      case 'challenge': {
        const different = {
          reason: 'merchant_reason_order_amount_should_be_different',
          amount: (command.minor ?? 0) / 100,
        }
        const reason = command.minor === undefined ? { reason: 'merchant_reason_other' } : different
        return shop.call('POST', '/api/v1/disputes/challenge', { dispute_id: dispute, ...reason })
      }
      case 'merchant-evidence':
        return shop.call('POST', `/api/v1/disputes/${dispute}/provide-evidence`, { content: 'a photo' })
      case 'provide-evidence':
        return shop.act(dispute, 'provide-evidence', { content: 'a photo' })
      case 'request-evidence':
        return shop.act(dispute, 'request-evidence', { from: command.from })
      default:
        return shop.act(dispute, command.do)
    }
  }
}

test('random lives of a disputed payment agree with the model, over the wire', async () => {
  const play = async (life: readonly Command[]): Promise<void> => {
    const shop = await openDisputeShop(service)
    const wire = new Wire(shop, await shop.capturedPayment(formatMinor(captured)))
    const model = new DisputeModel()
    for (const command of life) {
      assert.deepEqual(await wire.step(command), model.step(command), JSON.stringify(command))
    }
  }
  await playHistories(commands, play, { numRuns: 100, seconds: 60 })
})

test('no event in these lives is logged as a failure', () => {
  assert.deepEqual(
    service.logged.filter((line) => line['level'] === 'error'),
    [],
  )
})
