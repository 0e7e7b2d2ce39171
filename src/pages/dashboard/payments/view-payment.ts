import { makeEvidence } from '../../../money/evidence/evidence.ts'
import { loadFacts } from '../../../money/explain/load-facts.ts'
import { getPayment } from '../../../money/payments/get-payment.ts'
import { paymentJson } from '../../../money/payments/wire.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { discloseFacts } from '../../back-office/disclosure/disclose-facts.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import type { PaymentNotice } from './views/notice.ts'
import { paymentPage } from './views/payment.ts'

/** Shows one payment. */
export function viewPayment(visit: Visit): Promise<Answer> {
  return showPayment(visit, { done: visit.query('done') })
}

/** Returns the payment's page with the outcome of a form. */
export async function showPayment(visit: Visit, notice: PaymentNotice): Promise<Answer> {
  const { app, actor, id } = visit
  // `loadFacts` loads any merchant's payment. `getPayment` refuses one of another merchant or mode.
  await getPayment(app, actor, id)
  const facts = await loadFacts(app, id)
  if (facts === undefined) throw refusals.noSuchPage()
  return paymentPage(visit, discloseFacts(visit, facts), notice)
}

/** Sends the payment's JSON, as the API answers it, as a file. */
export async function downloadPayment({ app, actor, id }: Visit): Promise<Answer> {
  const body = paymentJson(await getPayment(app, actor, id), nowFor(app, actor))
  return { file: { name: `payment-${id}.json`, type: 'application/json; charset=utf-8', body } }
}

/** Sends the signed evidence about the payment as a file. */
export async function downloadEvidence(visit: Visit): Promise<Answer> {
  const { app, actor, id } = visit
  await getPayment(app, actor, id)
  const body = await makeEvidence(app, id)
  if (body === undefined) throw refusals.noSuchPage()
  await recordDone(visit, { what: 'export_evidence', onKind: 'payment', onId: id })
  return { file: { name: `evidence-${id}.json`, type: 'application/json; charset=utf-8', body: Buffer.from(body) } }
}
