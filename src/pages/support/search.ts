import { findDisputeOwner } from '../../money/disputes/disputes.ts'
import { findAcrossMerchants } from '../../money/payments/search/find-across-merchants.ts'
import { isSearchPartial } from '../../money/payments/search/searches.ts'
import { findPaymentOwner } from '../../money/payments/timeline/timeline.ts'
import { parseId } from '../../platform/base/ids.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { cutText, latinDigits } from '../../platform/base/texts.ts'
import { findMerchants } from '../../platform/merchants/merchants.ts'
import { DataTable } from '../../platform/ui/back-office/components/data-table.ts'
import { Empty, Note } from '../../platform/ui/back-office/components/panel.ts'
import { html } from '../../platform/ui/html.ts'
import { discloseForeignPayment } from '../back-office/disclosure/disclose-payment.ts'
import type { Section, SupportAnswer, SupportVisit } from './page.ts'

/** The search box for payments, orders, phones, disputes and merchants. */
export const search: Section = { pages: [{ path: '/search', view: viewSearch }], forms: [] }

/** Upper limit of listed orders with the same number. */
const maxOrders = 50

/** Finds a payment, dispute or merchant by id, an order by number, and a customer by phone, at all merchants. */
async function viewSearch(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words, query, address, moment } = visit
  const { texts } = words
  const typed = cutText((query('q') ?? '').replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '').trim(), 255)
  if (typed === '') return nothingFound(visit)
  const id = parseId(typed)
  if (id !== undefined) {
    const path = await pathOf(visit, id)
    return path === undefined ? nothingFound(visit) : { goTo: address(path) }
  }
  const phone = phoneIn(typed)
  const [orders, isPartial] = await Promise.all([
    findAcrossMerchants(app, { reference: typed }, maxOrders),
    isSearchPartial(app),
  ])
  const [only] = orders
  if (phone !== undefined && only === undefined) return { goTo: address('customers', { phone }) }
  if (only === undefined) return nothingFound(visit, isPartial)
  if (orders.length === 1 && !isPartial && phone === undefined) return { goTo: address(`payments/${only.id}`) }
  const content = html`${isPartial && Note({ tone: 'wait', children: html`<p>${texts.searchIsPartial}</p>` })}
    ${phone && html`<p><a class="button" href=${address('customers', { phone })}>${texts.asPhone}</a></p>`}
    ${DataTable({
      caption: texts.foundCaption,
      isCaptionShown: true,
      columns: [
        { label: texts.payment },
        { label: texts.merchant },
        { label: texts.mode },
        { label: texts.createdAt, isMinor: true },
        { label: texts.amount, isNumber: true },
      ],
      rows: orders
        .map((one) => discloseForeignPayment({ mayReadPersonal: false }, one))
        .map((order) => ({
          href: address(`payments/${order.id}`),
          cells: [
            html`<bdi>${order.id}</bdi>`,
            html`<bdi>${order.merchantName}</bdi>`,
            order.isTest ? texts.test : texts.live,
            moment(order.createdAt, order.currency),
            words.money(order.amountMinor, order.currency),
          ],
        })),
    })}`
  return { page: { title: texts.searchTitle }, content, isAddressHidden: phone !== undefined }
}

async function pathOf({ app }: SupportVisit, id: string): Promise<string | undefined> {
  if ((await findPaymentOwner(app, id)) !== undefined) return `payments/${id}`
  if ((await findDisputeOwner(app, id)) !== undefined) return `disputes/${id}`
  const { merchants } = await findMerchants(app, { text: id, limit: 1 })
  return merchants.length === 0 ? undefined : `merchants/${id}`
}

// An order number may look like a phone. A text of eight digits or more may be a phone.
function phoneIn(typed: string): string | undefined {
  const digits = latinDigits(typed).replaceAll(/\D/g, '')
  return digits.length >= 8 ? parsePhone(typed, 'AE') : undefined
}

function nothingFound(visit: SupportVisit, isPartial = false): SupportAnswer {
  const { texts } = visit.words
  const content = html`${isPartial && Note({ tone: 'wait', children: html`<p>${texts.searchIsPartial}</p>` })}
    ${Empty({ icon: 'search', title: texts.nothingFound, lead: texts.nothingFoundLead })}`
  return { page: { title: texts.searchTitle }, content, isAddressHidden: true }
}
