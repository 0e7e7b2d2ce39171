import type { Settlement } from '../../../../money/settlements/settlement.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DayFilter } from '../../day-filter.ts'
import { ExportLink, Pages } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { today } from '../settlement-key.ts'
import { statusOf } from '../status.ts'

interface SettlementRows {
  readonly settlements: readonly Settlement[]
  readonly totalCount: number
  readonly filter: DayFilter
  readonly stores: readonly Store[]
  readonly pageSize: number
}

/** The list of closed days, newest first. */
export function settlementsPage(visit: Visit, view: SettlementRows): Answer {
  const { words, address } = visit
  const { texts } = words
  const { settlements, totalCount, filter, stores } = view
  const isAll = Object.values(filter.query).every((value) => value === undefined)
  const mayExport = visit.may('export') && totalCount > 0
  const actions = mayExport ? ExportLink({ visit, href: address('settlements.csv', filter.query) }) : null
  const content = html`
    <p class="soft">${texts.settlementsLead}</p>
    ${TodayLinks({ visit, stores })}
    <p><a href=${address('settlements/month')}>${texts.monthStatement}</a></p>
    ${(totalCount > 0 || !isAll) && FilterBar({ words, action: address('settlements'), fields: filter.fields })}
    ${
      filter.isWrong
        ? WrongFilter({ words })
        : totalCount === 0
          ? Empty({
              icon: 'settlements',
              title: isAll ? texts.noSettlements : texts.nothingFound,
              lead: isAll ? texts.noSettlementsLead : texts.noDayFits,
            })
          : html`<p class="soft small">${texts.inAll(words.number(totalCount))}</p>
              ${SettlementTable({ visit, settlements, stores, caption: texts.settlements })}`
    }
    ${Pages({ visit, path: 'settlements', query: filter.query, offset: filter.offset, ...view })}`
  return { page: { title: texts.settlements, actions }, content, status: filter.isWrong ? 422 : 200 }
}

// People look for today's sales first, although they are not settled yet.
function TodayLinks({ visit, stores }: { visit: Visit; stores: readonly Store[] }): Content {
  const { address, words } = visit
  const link = ({ merchantCode }: Store, index: number): Content =>
    html`${index === 0 ? ' ' : ' · '}
      <a href=${address(`settlements/${today}`, { merchant_code: merchantCode })}>
        ${stores.length > 1 ? html`<bdi>${nameOfStore(stores, merchantCode)}</bdi>` : words.texts.todaySoFar}
      </a>`
  return html`<p>${words.texts.todayLead}${stores.map(link)}</p>`
}

interface SettlementTableProps {
  readonly visit: Visit
  readonly settlements: readonly Settlement[]
  readonly stores: readonly Store[]
  readonly caption: string
}

/** Days with their sums; a row opens one. */
export function SettlementTable({ visit, settlements, stores, caption }: SettlementTableProps): Content {
  const { words, address } = visit
  const { texts } = words
  const hasStores = stores.length > 1
  const columns = [
    { label: texts.day },
    ...(hasStores ? [{ label: texts.store }] : []),
    ...[texts.sales, texts.refundsRow, texts.disputesRow, texts.feesRow, texts.vatRow, texts.netRow].map((label) => ({
      label,
      isNumber: true,
    })),
    { label: texts.statusColumn },
  ]
  const rows = settlements.map((one) => {
    const bare = (minor: bigint): string => words.bareMoney(minor, one.currency)
    return {
      href: address(`settlements/${one.id}`),
      cells: [
        words.longDate(one.date),
        ...(hasStores ? [html`<bdi>${nameOfStore(stores, one.merchantCode)}</bdi>`] : []),
        ...[one.capturesMinor, -one.refundsMinor, -one.disputeRefundsMinor, -one.feesMinor, -one.vatMinor].map(bare),
        words.money(one.netMinor, one.currency),
        StatusTag(statusOf(one, words)),
      ],
    }
  })
  return DataTable({ caption, columns, rows })
}
