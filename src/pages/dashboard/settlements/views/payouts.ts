import type { UpcomingPayouts } from '../../../../money/settlements/list-upcoming-payouts.ts'
import type { Payout } from '../../../../money/settlements/payout.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DayFilter } from '../../day-filter.ts'
import { Pages } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { payoutStatusOf } from '../status.ts'
import { NextPayout } from './next-payout.ts'

interface PayoutRows {
  readonly payouts: readonly Payout[]
  readonly totalCount: number
  /** Undefined on a page that lists only a part. */
  readonly upcoming: UpcomingPayouts | undefined
  readonly filter: DayFilter
  readonly stores: readonly Store[]
  readonly pageSize: number
}

/** The list of payouts, newest first. */
export function payoutsPage(visit: Visit, view: PayoutRows): Answer {
  const { words, address } = visit
  const { texts } = words
  const { totalCount, upcoming, filter, stores } = view
  const hasUpcoming = upcoming !== undefined && upcoming.stores.length + upcoming.unpaid.length > 0
  const isAll = Object.values(filter.query).every((value) => value === undefined)
  const zones = [...new Set(stores.map(({ currency }) => currency))]
  const content = html`
    <p class="soft">${texts.payoutsLead}</p>
    ${hasUpcoming && NextPayout({ visit, payouts: upcoming, stores, isOnList: true })}
    ${(totalCount > 0 || !isAll) && FilterBar({ words, action: address('payouts'), fields: filter.fields })}
    ${
      filter.isWrong
        ? WrongFilter({ words })
        : totalCount === 0
          ? Empty({
              icon: 'payouts',
              title: isAll ? texts.noPayouts : texts.nothingFound,
              lead: isAll ? texts.noPayoutsLead : texts.noDayFits,
            })
          : html`<p class="soft small">${texts.inAll(words.number(totalCount))}</p>${PayoutTable({ visit, ...view })}
              ${zones.length === 1 && zones[0] && html`<p class="soft small">${clockNoteOf(visit, zones[0])}</p>`}`
    }
    ${Pages({ visit, path: 'payouts', query: filter.query, offset: filter.offset, ...view })}`
  return { page: { title: texts.payouts }, content, status: filter.isWrong ? 422 : 200 }
}

function PayoutTable({ visit, payouts, stores }: PayoutRows & { visit: Visit }): Content {
  const { words, address } = visit
  const { texts } = words
  const hasStores = stores.length > 1
  const columns = [
    { label: texts.payoutReference },
    ...(hasStores ? [{ label: texts.store }] : []),
    { label: texts.payoutMade },
    { label: texts.paidAt },
    { label: texts.statusColumn },
    { label: texts.amount, isNumber: true },
  ]
  const rows = payouts.map(({ id, reference, merchantCode, createdAt, paidAt, currency, state, amountMinor }) => ({
    href: address(`payouts/${id}`),
    cells: [
      html`<bdi dir="ltr">${reference}</bdi>`,
      ...(hasStores ? [html`<bdi>${nameOfStore(stores, merchantCode)}</bdi>`] : []),
      momentAt(words, createdAt, currency),
      paidAt === null ? texts.notPaidYet : momentAt(words, paidAt, currency),
      StatusTag(payoutStatusOf(state, words)),
      words.money(amountMinor, currency),
    ],
  }))
  return DataTable({ caption: texts.payouts, columns, rows })
}
