import { capturePayment } from '../../../money/payments/capture-payment.ts'
import { closePayment } from '../../../money/payments/close-payment.ts'
import { getPayment } from '../../../money/payments/get-payment.ts'
import type { Payment } from '../../../money/payments/payment.ts'
import { retryLocked } from '../../../money/payments/payment-changes.ts'
import { refundPayment } from '../../../money/payments/refund-payment.ts'
import { refusals as paymentRefusals } from '../../../money/payments/refusals.ts'
import { updatePayment } from '../../../money/payments/update-payment.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { listAnnouncements } from '../../../platform/webhooks/story/list-announcements.ts'
import { disclosePayment } from '../../back-office/disclosure/disclose-payment.ts'
import { isLargeRefund } from '../large-refund.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { addressOfPayment } from './addresses.ts'
import {
  isDone,
  isOpenFor,
  leftFor,
  longestReference,
  type MoneyMove,
  type MoveRequest,
  readExpected,
  readMove,
} from './money-move.ts'
import { showPayment } from './view-payment.ts'
import { renderAsk, renderChanged } from './views/move-pages.ts'

export function submitCapture(visit: Visit, fields: Fields): Promise<Answer> {
  return submitMove(visit, 'capture', fields)
}

export function submitRefund(visit: Visit, fields: Fields): Promise<Answer> {
  return submitMove(visit, 'refund', fields)
}

export function submitClose(visit: Visit, fields: Fields): Promise<Answer> {
  return submitMove(visit, 'close', fields)
}

// The first form answers a page that asks for confirmation. Only that page's form moves money.
async function submitMove(visit: Visit, move: MoneyMove, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const payment = await getPayment(app, actor, id)
  const expected = readExpected(payment, move, fields)
  if (expected === undefined) throw refusals.notOurForm()
  if (isDone(payment, expected)) return { goTo: addressOfPayment(visit, id, { done: doneBy(expected) }) }
  if (!isOpenFor(payment, move) || expected.expectedMinor !== leftFor(payment, move))
    return renderChanged(visit, disclosePayment(visit, payment), expected)
  const moveRequest = readMove(payment, expected, fields)
  if (typeof moveRequest === 'string') {
    return { ...(await showPayment(visit, { move, problem: moveRequest, fields })), status: 422 }
  }
  if (!isConfirmed(fields)) return renderAsk(visit, disclosePayment(visit, payment), moveRequest)
  return (await askProof(visit, moveRequest, fields)) ?? act(visit, payment, moveRequest)
}

// A large refund needs a fresh proof of identity.
async function askProof(visit: Visit, { move, amountMinor }: MoveRequest, fields: Fields): Promise<Answer | undefined> {
  if (move !== 'refund' || !isLargeRefund(visit.app, amountMinor)) return undefined
  return proofPage(visit, fields)
}

async function act(visit: Visit, payment: Payment, moveRequest: MoveRequest): Promise<Answer> {
  const { app, actor, id } = visit
  const { move, expectedMinor } = moveRequest
  const done = { goTo: addressOfPayment(visit, id, { done: doneBy(moveRequest) }) }
  try {
    // Waits for a lock of the payment: the checks below need its final state.
    await retryLocked(() => moveMoney(visit, payment, moveRequest))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const now = await getPayment(app, actor, id)
    if (isDone(now, moveRequest)) return done
    if (!isOpenFor(now, move) || leftFor(now, move) !== expectedMinor)
      return renderChanged(visit, disclosePayment(visit, now), moveRequest)
    return { ...(await showPayment(visit, { refused: error.message })), status: 409 }
  }
  return done
}

function doneBy({ move, referenceId }: Pick<MoveRequest, 'move' | 'referenceId'>): string {
  return move === 'close' ? 'close' : referenceId
}

// The activity is saved in the movement's transaction: a repeated form logs nothing.
async function moveMoney(visit: Visit, { currency }: Payment, moveRequest: MoveRequest): Promise<void> {
  const { app, actor, id } = visit
  const { move, referenceId, amountMinor, expectedMinor, reason, items } = moveRequest
  const amount = formatAmount(amountMinor, currency)
  const expected = { leftMinor: expectedMinor }
  const body = { amount, reference_id: referenceId }
  const note: WithChange = (tx) =>
    recordDone(visit, { what: move, onKind: 'payment', onId: id, details: { ...body, currency } }, tx)
  if (move === 'close') await closePayment(app, actor, id, expected, note)
  else if (move === 'capture') await capturePayment(app, actor, id, body, expected, note)
  else {
    const named = items.map(({ item, quantity }) => ({ ...item, quantity }))
    await refundPayment(app, actor, id, { ...body, reason, items: named }, expected, note)
  }
}

/** Changes the order's number, unless it has changed since the page was opened. */
export async function submitReference(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const reference = (fields['order_reference_id'] ?? '').trim()
  const { orderReference: from } = await getPayment(app, actor, id)
  const done = { goTo: addressOfPayment(visit, id, { done: 'reference' }) }
  const changed = async (): Promise<Answer> => ({
    ...(await showPayment(visit, { reference: 'changed', fields })),
    status: 409,
  })
  // A second press of a change is done; the same number sent anew changes nothing.
  if (reference === from) return fields['reference_seen'] === from ? { goTo: addressOfPayment(visit, id) } : done
  if (fields['reference_seen'] !== from) return changed()
  if (reference === '' || reference.length > longestReference)
    return { ...(await showPayment(visit, { reference: 'wrong', fields })), status: 422 }
  const details = { from, to: reference }
  const note: WithChange = (tx) =>
    recordDone(visit, { what: 'change_reference', onKind: 'payment', onId: id, details }, tx)
  try {
    await retryLocked(() => updatePayment(app, actor, id, reference, { orderReference: from }, note))
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== paymentRefusals.changed.text) throw error
    return changed()
  }
  return done
}

/** Resends one of the payment's notifications to all present webhooks. Throws 403 without `see_payments`. */
export async function submitResend(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const { merchantId, isTest } = actor
  if (!visit.may('see_payments')) throw refusals.roleForbids()
  await getPayment(app, actor, id)
  const notificationId = parseId(fields['notification_id'] ?? '')
  const { announcements } = await listAnnouncements(app, actor, id)
  if (notificationId === undefined || !announcements.some((announcement) => announcement.id === notificationId))
    throw refusals.noSuchPage()
  const webhooks = await resendNotification(app, merchantId, notificationId, isTest)
  const details = { notification_id: notificationId, webhooks }
  await recordDone(visit, { what: 'resend_notification', onKind: 'payment', onId: id, details })
  return { goTo: addressOfPayment(visit, id, { done: webhooks === 0 ? 'resend-nowhere' : 'resend' }) }
}
