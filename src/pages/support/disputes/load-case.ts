import type { Dispute, HistoryEntry } from '../../../money/disputes/dispute.ts'
import { findDisputeOwner, getDispute } from '../../../money/disputes/disputes.ts'
import { getPayment } from '../../../money/payments/get-payment.ts'
import type { Payment } from '../../../money/payments/payment.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { countryOf } from '../../../platform/base/markets.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { getActor } from '../../../platform/merchants/merchants.ts'
import {
  type DisclosedDispute,
  type DisclosedEntry,
  discloseDispute,
  discloseHistory,
} from '../../back-office/disclosure/disclose-dispute.ts'
import { type DisclosedPayment, disclosePayment } from '../../back-office/disclosure/disclose-payment.ts'
import type { SupportVisit } from '../page.ts'
import { caseOfPayment, isOpened } from '../personal.ts'
import { refusals } from '../refusals.ts'

/** A dispute with its payment. */
export interface LoadedCase {
  readonly actor: Actor
  readonly dispute: Dispute
  readonly history: readonly HistoryEntry[]
  /** The whole payment, for computing. */
  readonly payment: Payment
  /** Whether this session has given a reason to see personal data. */
  readonly isOpen: boolean
  /** What pages draw: without personal data unless `isOpen`. */
  readonly shown: {
    readonly dispute: DisclosedDispute
    readonly history: readonly DisclosedEntry[]
    readonly payment: DisclosedPayment
  }
  readonly phone: string | undefined
}

/** Loads a dispute of any merchant. Refuses with 404 an unknown id. */
export async function loadCase(visit: SupportVisit, id: DisputeId = visit.id): Promise<LoadedCase> {
  const { app, principal, request } = visit
  const merchantId = await findDisputeOwner(app, id)
  if (merchantId === undefined) throw refusals.noSuchPage()
  const actor = { ...(await getActor(app, merchantId, principal)), requestId: request.id }
  const { dispute, history } = await getDispute(app, actor, id)
  const payment = await getPayment(app, actor, dispute.paymentId)
  const isOpen = await isOpened(visit, caseOfPayment(payment))
  const reader = { mayReadPersonal: isOpen }
  const shown = {
    dispute: discloseDispute(reader, dispute),
    history: discloseHistory(reader, history),
    payment: disclosePayment(reader, payment),
  }
  const phone = parsePhone(payment.order.buyer.phone, countryOf(payment.currency))
  return { actor, dispute, history, payment, isOpen, shown, phone }
}
