import { getLink } from '../../../money/checkout/links/links.ts'
import { newSecretId, parseId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Visit } from '../page.ts'
import { blankLink, type LinkForm } from './link-form.ts'
import { newLinkPage } from './views/new-link.ts'

/** The page on which a link is made; `from`: the same again as an earlier one. */
export async function viewNewLink(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const from = parseId(visit.query('from') ?? '')
  const form = from === undefined ? blankLink : await formLike(visit, from)
  return newLinkPage(visit, { form: { ...form, link: newSecretId() }, stores, problems: {} })
}

async function formLike({ app, actor }: Visit, id: string): Promise<LinkForm> {
  const { session } = await getLink(app, actor, id)
  const { amountMinor, currency, order, orderReference } = session.payment
  const { name, email, phone } = order.buyer
  return {
    ...{ link: '', merchantCode: session.merchantCode, amount: formatAmount(amountMinor, currency) },
    ...{ order: orderReference, description: order.description, name, email, phone, lang: session.lang },
  }
}
