import type { App } from '../../../platform/app/app.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { cardStepOf } from '../../charges/processor.ts'
import { getPayment } from '../get-payment.ts'
import { refundBodyOf } from '../order.ts'
import { leftToRefund } from '../payment.ts'
import { requireAmount, saveChange } from '../payment-changes.ts'
import { refusals } from '../refusals.ts'
import { returnReference } from '../service-references.ts'
import { decideReturnRequest } from '../store/return-requests.ts'
import { refundByHand } from '../transitions/refund.ts'
import type { Decider, ReturnRequest } from './return-request.ts'
import { getReturnRequest } from './return-requests.ts'

/**
 * Confirms a request, and refunds its amount once; or withdraws it. Both in one transaction with `inSameTransaction`,
 * so that two confirmations refund once. Returns the request as it was. Refuses with 403 if the requester confirms.
 * Refuses with 409 if it was decided before, or if the payment has changed since.
 */
export async function resolveReturnRequest(
  app: App,
  actor: Actor,
  by: Decider,
  id: string,
  state: 'confirmed' | 'withdrawn',
  inSameTransaction: WithChange,
): Promise<ReturnRequest> {
  const request = await getReturnRequest(app, actor.merchantId, id)
  const { merchantId, requestedBy } = request
  if (request.isTest !== actor.isTest) throw refusals.noSuchReturn()
  if (state === 'confirmed' && requestedBy.id === by.id) throw refusals.returnNeedsAnother()
  if (request.state !== 'waiting') throw refusals.returnDecided()
  const decide: WithChange = async (tx) => {
    const decision = { merchantId, id, state, decidedBy: by.id, decidedName: by.name, now: app.clock.now() }
    if ((await tx.run(decideReturnRequest, decision)).length === 0) throw refusals.returnDecided()
    await inSameTransaction(tx)
  }
  if (state === 'withdrawn') await app.db.transaction(decide)
  else await makeRefund(app, actor, request, decide)
  return request
}

async function makeRefund(
  app: App,
  actor: Actor,
  { id, paymentId, amountMinor, expectedLeftMinor, reason }: ReturnRequest,
  decide: WithChange,
): Promise<void> {
  const payment = await getPayment(app, actor, paymentId)
  requireAmount({ leftMinor: expectedLeftMinor }, leftToRefund(payment))
  const movement = { referenceId: returnReference(id), amountMinor, body: refundBodyOf(reason) }
  const change = refundByHand(payment, movement, nowFor(app, actor), cardStepOf(app, payment))
  await saveChange(app, actor, change, decide)
}
