import { getPayment } from '../../../money/payments/get-payment.ts'
import { findPaymentOwner } from '../../../money/payments/timeline/timeline.ts'
import { countryOf } from '../../../platform/base/markets.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { type DisclosedPayment, disclosePayment } from '../../back-office/disclosure/disclose-payment.ts'
import type { SupportVisit } from '../page.ts'
import { caseOfPayment, isOpened } from '../personal.ts'
import { refusals } from '../refusals.ts'

/** A payment of any merchant. */
export interface LoadedPayment {
  readonly actor: Actor
  /** Without personal data unless `isOpen`. */
  readonly payment: DisclosedPayment
  /** Whether this session has given a reason to see personal data. */
  readonly isOpen: boolean
  readonly phone: string | undefined
}

/** Loads the payment of the address. Refuses with 404 an unknown id. */
export async function loadPayment(visit: SupportVisit): Promise<LoadedPayment> {
  const { app, id, principal, request } = visit
  const owner = await findPaymentOwner(app, id)
  if (owner === undefined) throw refusals.noSuchPage()
  const { merchantId, isTest, clockOffsetMs } = owner
  const actor = { merchantId, isTest, clockOffsetMs, principal, requestId: request.id }
  const whole = await getPayment(app, actor, id)
  const isOpen = await isOpened(visit, caseOfPayment(whole))
  const payment = disclosePayment({ mayReadPersonal: isOpen }, whole)
  const phone = parsePhone(payment.order.buyer.phone, countryOf(payment.currency))
  return { actor, payment, isOpen, phone }
}
