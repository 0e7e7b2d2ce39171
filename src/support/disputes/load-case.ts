import { countryOf } from '../../base/countries.ts'
import type { DisputeId } from '../../base/ids.ts'
import { parsePhone } from '../../base/phone.ts'
import type { Dispute, HistoryEntry } from '../../disputes/dispute.ts'
import { findDisputeOwner } from '../../disputes/queries/find-dispute-owner.ts'
import { getDispute } from '../../disputes/queries/get-dispute.ts'
import type { Actor } from '../../merchants/caller.ts'
import { getActor } from '../../merchants/get-actor.ts'
import { getPayment } from '../../payments/get-payment.ts'
import type { Payment } from '../../payments/payment.ts'
import { personalOf } from '../../payments/personal.ts'
import type { SupportVisit } from '../page.ts'
import { caseOfPayment, isOpened } from '../personal/cases.ts'
import { refusals } from '../refusals.ts'

/** A dispute with its payment, and whether this session has said why it wants to see who it is about. */
export interface LoadedCase {
  readonly actor: Actor
  readonly dispute: Dispute
  readonly history: readonly HistoryEntry[]
  readonly payment: Payment
  readonly isOpen: boolean
  /** What nobody is to read before that. */
  readonly hidden: readonly string[]
  readonly phone: string | undefined
}

/** The dispute of this id, whosesoever it is. Refuses with 404 where there is none. */
export async function loadCase(visit: SupportVisit, id: DisputeId = visit.id): Promise<LoadedCase> {
  const { app, principal, request } = visit
  const merchantId = await findDisputeOwner(app, id)
  if (merchantId === undefined) throw refusals.noSuchPage()
  const actor = { ...(await getActor(app, merchantId, principal)), requestId: request.id }
  const { dispute, history } = await getDispute(app, actor, id)
  const payment = await getPayment(app, actor, dispute.paymentId)
  const isOpen = await isOpened(visit, caseOfPayment(payment))
  const hidden = isOpen ? [] : [...personalOf(payment.order), dispute.customerEmail]
  const phone = parsePhone(payment.order.buyer.phone, countryOf(payment.currency))
  return { actor, dispute, history, payment, isOpen, hidden, phone }
}
