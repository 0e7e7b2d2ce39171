import type { App } from '../../platform/app/app.ts'
import { countryOf } from '../../platform/base/markets.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import type { CustomerTexts } from '../../platform/base/replacing.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { findVisit } from '../checkout/sessions/find-visit.ts'
import { listTextsOfDisputes } from '../disputes/erased-disputes.ts'
import type { Facts } from '../explain/facts.ts'
import { personalTextsOf } from '../payments/personal-texts.ts'

/** Reads the customer's own texts in a payment: of its order, its page and its disputes. */
export async function readCustomerTexts(
  app: App,
  actor: Actor,
  { payment, plan }: Pick<Facts, 'payment' | 'plan'>,
): Promise<CustomerTexts> {
  const [visit, disputed] = await Promise.all([
    findVisit(app, actor, payment.id),
    listTextsOfDisputes(app, actor.merchantId, payment.id),
  ])
  const { names, texts } = personalTextsOf(payment)
  const typed = parsePhone(payment.order.buyer.phone, countryOf(payment.currency))
  const phones = [typed, visit?.phone, plan?.collection.phone].flatMap((phone) => phone || [])
  return { phones: [...new Set(phones)], names: [...names, ...disputed.emails], texts: [...texts, ...disputed.texts] }
}
