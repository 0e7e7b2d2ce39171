import type { App } from '../../platform/app/app.ts'
import { countryOf } from '../../platform/base/markets.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import type { CustomerTexts } from '../../platform/base/replacing.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { findVisit } from '../checkout/sessions/find-visit.ts'
import { listTextsOfDisputes } from '../disputes/erased-disputes.ts'
import type { Facts } from '../explain/facts.ts'
import { listFormerBuyers } from '../payments/buyer-changes.ts'
import { personalTextsOf } from '../payments/personal-texts.ts'

/**
 * Reads the customer's own texts in a payment: of its order, its page and its disputes. `isProved`: whether a phone was
 * proved for it.
 */
export async function readCustomerTexts(
  app: App,
  actor: Actor,
  { payment, plan }: Pick<Facts, 'payment' | 'plan'>,
): Promise<CustomerTexts & { readonly isProved: boolean }> {
  const [visit, disputed, former] = await Promise.all([
    findVisit(app, actor, payment.id),
    listTextsOfDisputes(app, actor.merchantId, payment.id),
    listFormerBuyers(app, actor, payment.id),
  ])
  const { emails, names, texts } = personalTextsOf(payment)
  const typed = [payment.order.buyer, ...former].map(({ phone }) => parsePhone(phone, countryOf(payment.currency)))
  const phones = [...typed, visit?.phone, plan?.collection.phone].flatMap((phone) => phone || [])
  const proved = plan?.collection.phone || (visit?.phone_proved_at == null ? undefined : visit.phone)
  return {
    isProved: Boolean(proved),
    // An order that nobody proved is of the phone that the shop sent.
    ownPhones: [proved || typed[0]].flatMap((phone) => phone || []),
    phones: [...new Set(phones)],
    emails: [...emails, ...former.map(({ email }) => email), ...disputed.emails],
    names: [...names, ...former.flatMap(({ name, phone }) => [name, phone])],
    // A single word may be anything.
    texts: [...texts, ...disputed.texts].filter((text) => /\s/.test(text.trim())),
  }
}
