import { linkStatusOf } from '../../../../money/checkout/links/payment-link.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import { Pages } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { addressOfLink } from '../link-address.ts'
import { statusOf } from '../status.ts'

interface LinkRows {
  readonly links: readonly DisclosedLink[]
  readonly totalCount: number
  readonly offset: number
  readonly pageSize: number
  readonly times: StoreTimes
}

/** The list of links, newest first. */
export function linksPage(visit: Visit, view: LinkRows): Answer {
  const { words, address } = visit
  const { texts } = words
  const { totalCount, times } = view
  const mayMake = visit.may('make_links')
  const make: Content = mayMake
    ? html`<a class="button button-main" href=${address('links/new')}>${texts.makeLink}</a>`
    : null
  const content =
    totalCount === 0
      ? Empty({ icon: 'links', title: texts.noLinks, lead: texts.noLinksLead, children: make })
      : html`<p class="soft">${texts.linksLead}</p>
          <p class="soft small">${texts.inAll(words.number(totalCount))}</p>
          ${LinkTable({ visit, ...view })}
          ${Pages({ visit, path: 'links', query: {}, ...view })}
          <p class="soft small">${clockNoteOf(visit, times.currency)}</p>`
  return { page: { title: texts.links, actions: totalCount > 0 ? make : null }, content }
}

function LinkTable({ visit, links, times }: LinkRows & { visit: Visit }): Content {
  const { words, app, actor } = visit
  const { texts } = words
  const now = nowFor(app, actor)
  const columns = [
    { label: texts.order },
    { label: texts.customerPanel },
    { label: texts.linkMade },
    { label: texts.linkMadeBy },
    { label: texts.linkEnds },
    { label: texts.statusColumn },
    { label: texts.amount, isNumber: true },
  ]
  const rows = links.map((link) => {
    const { id, session, madeAt, madeBy, endsAt } = link
    const { orderReference, order, amountMinor, currency } = session.payment
    const { name, phone, email } = order.buyer
    return {
      href: addressOfLink(visit, id),
      cells: [
        html`<bdi>${shortText(orderReference, 60) || texts.noOrderNumber}</bdi>`,
        html`<bdi>${name || phone || email}</bdi>`,
        times.moment(madeAt),
        html`<bdi>${madeBy}</bdi>`,
        endsAt === null ? '' : times.moment(endsAt),
        StatusTag(statusOf(linkStatusOf(link, now), words)),
        words.money(amountMinor, currency),
      ],
    }
  })
  return DataTable({ caption: texts.links, columns, rows })
}
