import { getPayment } from '../../../money/payments/get-payment.ts'
import { retryLocked } from '../../../money/payments/payment-changes.ts'
import { refusals } from '../../../money/payments/refusals.ts'
import { updatePayment } from '../../../money/payments/update-payment.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { addressOfPayment } from './payment-address.ts'
import { showPayment } from './view-payment.ts'

/** No order number is longer, in characters. */
export const longestReference = 255

/** Changes the order's number, unless somebody else has since the page was opened. */
export async function submitReference(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const reference = (fields['order_reference_id'] ?? '').trim()
  const { orderReference: from } = await getPayment(app, actor, id)
  const done = { goTo: addressOfPayment(visit, id, { done: 'reference' }) }
  const changed = async (): Promise<Answer> => ({
    ...(await showPayment(visit, { reference: 'changed', fields })),
    status: 409,
  })
  if (reference === from) return done
  if (fields['reference_seen'] !== from) return changed()
  if (reference === '' || reference.length > longestReference)
    return { ...(await showPayment(visit, { reference: 'wrong', fields })), status: 422 }
  const details = { from, to: reference }
  const note: WithChange = (tx) =>
    recordDone(visit, { what: 'change_reference', onKind: 'payment', onId: id, details }, tx)
  try {
    await retryLocked(() => updatePayment(app, actor, id, reference, { orderReference: from }, note))
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== refusals.changed.text) throw error
    return changed()
  }
  return done
}
