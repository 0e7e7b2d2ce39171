import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import { findOpenedAt, type Opening } from '../../../platform/people/openings.ts'
import type { SupportVisit } from '../page.ts'

/** The case that a payment is, with its disputes. */
export function caseOfPayment(of: { merchantId: MerchantId; id: PaymentId; isTest: boolean }): Opening {
  const { merchantId, id, isTest } = of
  return { what: 'open_personal', onKind: 'payment', onId: id, merchantId, isTest, subject: `payment ${id}` }
}

/** The case that a customer is, who is a phone (E.164). The log names its end only. */
export function caseOfPhone(phone: string): Opening {
  return { what: 'open_personal', onKind: 'phone', onId: `…${phone.slice(-4)}`, subject: `phone ${phone}` }
}

/** Whether this session has said why it wants to see who it is about. */
export async function isOpened({ app, session }: SupportVisit, opening: Opening): Promise<boolean> {
  return (await findOpenedAt(app, session, opening)) !== undefined
}
