import type { LocalDate } from '../../../../money/plans/local-time.ts'
import type { Settlement } from '../../../../money/settlements/settlement.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { Empty, Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedLine } from '../../../back-office/disclosure/disclose-line.ts'
import { ExportLink, Pages } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { clockNoteOf } from '../../times.ts'
import { statusOf } from '../status.ts'
import { Lines, Sums } from './day-tables.ts'

interface SettlementView {
  readonly settlement: Settlement
  readonly lines: readonly DisclosedLine[]
  readonly totalCount: number
  readonly offset: number
  readonly pageSize: number
  readonly stores: readonly Store[]
}

/** The page of one day: the net amount and its parts, the payout, and the lines. */
export function settlementPage(visit: Visit, view: SettlementView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { settlement, lines, totalCount, offset, stores } = view
  const { id, payoutId, date } = settlement
  const path = `settlements/${id}`
  const actions = html`
    <a class="button" href=${address(`${path}/statement`)}>${texts.statement}</a>
    ${visit.may('export') && ExportLink({ visit, href: address(`${path}/lines.csv`) })}`
  const facts: [string, Content][] = [
    [texts.day, words.longDate(date)],
    [texts.store, html`<bdi>${nameOfStore(stores, settlement.merchantCode)}</bdi>`],
    ...(payoutId === null
      ? []
      : [[texts.payout, html`<a href=${address(`payouts/${payoutId}`)}>${texts.seePayout}</a>`] as [string, Content]]),
    [texts.settlementId, html`<bdi dir="ltr">${id}</bdi>`],
  ]
  const content = html`<div class="panels panels-two">
      ${Panel({
        title: texts.netPanel,
        aside: StatusTag(statusOf(settlement, words)),
        children: Sums({ settlement, words }),
      })}
      ${Panel({ title: texts.aboutPanel, children: Facts({ facts }) })}
    </div>
    ${Panel({
      title: texts.linesPanel,
      aside: html`<span class="soft small">${texts.inAll(words.number(totalCount))}</span>`,
      children: Lines({ visit, settlement, lines }),
    })}
    ${Pages({
      visit,
      path,
      query: {},
      offset,
      totalCount,
      pageSize: view.pageSize,
      labels: { before: texts.linesBefore, after: texts.linesAfter },
    })}
    <p class="soft small">${clockNoteOf(visit, settlement.currency)}</p>`
  const title = settlement.status === 'open' ? texts.todayTitle : texts.settlementTitle(words.longDate(date))
  return { page: { title, back: backOf(visit), actions }, content }
}

/** The page of a day that has no lines yet. */
export function emptyDayPage(visit: Visit, date: LocalDate): Answer {
  const { words } = visit
  const { texts } = words
  const title = texts.settlementTitle(words.longDate(date))
  const content = Empty({ icon: 'settlements', title: texts.emptyDay, lead: texts.emptyDayLead })
  return { page: { title, back: backOf(visit) }, content }
}

function backOf({ words, address }: Visit) {
  return { href: address('settlements'), label: words.texts.settlements }
}
