import { parseNext } from '../../../platform/people/back-office.ts'
import { openForReason } from '../../../platform/people/openings.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPayment } from '../personal/cases.ts'
import { reasonIn } from '../personal/reason-form.ts'
import { loadPayment } from './load-payment.ts'

/** Shows who a payment is about, and its disputes, to this session from now on. */
export async function submitOpen(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, address, id } = visit
  const { payment, isOpen } = await loadPayment(visit)
  const next = parseNext('support', fields['next']) ?? address(`payments/${id}`)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: `${next.split('?')[0]}?reason=missing` }
  if (!isOpen) await openForReason(app, session, caseOfPayment(payment), reason)
  return { goTo: next }
}
