import type { FoundTotal } from '../../../../money/payments/search/count-found-within.ts'
import { formatFilter, type PaymentFilter } from '../../../../money/payments/search/payment-filter.ts'
import type { Search } from '../../../../money/payments/search/search.ts'
import type { FoundPage } from '../../../../money/payments/search/search-payments.ts'
import type { Currency } from '../../../../platform/base/markets.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { findStoreByCode, type Store } from '../../../../platform/merchants/merchant.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Column, DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty, Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedFoundPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import { PaymentAmount } from '../../../back-office/payment-amount.ts'
import { ExportLink } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { addressOfList, formatPlace, type ListPlace, pathOfList } from '../addresses.ts'
import type { OtherModeMatches } from '../other-mode-matches.ts'
import { statusOf } from '../status.ts'
import { type TabCount, tabOf } from '../tabs.ts'
import { CaptureBox } from './captures.ts'
import { type FilterProblems, PaymentFilterBar, summaryOf } from './filter.ts'
import { PaymentPager } from './pager.ts'
import { PaymentTabs } from './tabs.ts'

/** A page of the list, and the cursors of the pages beside it. */
export interface ListPage extends Omit<FoundPage, 'payments'> {
  readonly payments: readonly DisclosedFoundPayment[]
}

export interface PaymentList {
  readonly place: ListPlace
  readonly search: Search
  readonly found: ListPage
  /** Undefined if counting takes too long. */
  readonly total: FoundTotal | undefined
  readonly tabs: readonly TabCount[]
  /** Present if this mode has nothing that matches a search or filter. */
  readonly inOther: OtherModeMatches | undefined
}

interface PaymentRows extends PaymentList {
  readonly visit: Visit
  /** The currency of the stores whose days and times are shown. */
  readonly currency: Currency
}

/** The list: tabs, filter, total, one page of payments, and the link to the CSV. */
export function paymentsPage(visit: Visit, list: PaymentList): Answer {
  const { words } = visit
  const { texts } = words
  const { place, search, tabs, total } = list
  const { stores } = search
  const filter = formatFilter(place.filter)
  const store = (place.filter.merchantCode && findStoreByCode(stores, place.filter.merchantCode)) || stores[0]
  const view = { ...list, visit, currency: store?.currency ?? 'AED' }
  const mayExport = visit.may('export')
  const isNothing = total?.isExact === true && total.count === 0
  const rows = total?.isExact ? total.count : undefined
  const href = addressOfList(visit, filter, 'payments.csv')
  const actions = !isNothing && mayExport && ExportLink({ visit, href, rows })
  const isFirst = filter === '' && isNothing
  const content = html`
    ${
      !isFirst &&
      html`${PaymentTabs({ visit, filter: place.filter, tabs, total })}
        ${PaymentFilterBar({ visit, filter: place.filter, problems: {}, stores })}`
    }
    ${search.isPartial && Note({ tone: 'wait', children: html`<p>${texts.searchIsPartial}</p>` })}
    ${isNothing ? Nothing({ visit, filter: place.filter, inOther: list.inOther }) : FoundPayments(view)}`
  return { page: { title: texts.payments, actions }, content }
}

interface WrongList {
  readonly place: ListPlace
  readonly problems: FilterProblems
  readonly stores: readonly Store[]
}

/** The filter as it was typed, with its errors. No payment is listed, and none exported. */
export function wrongPaymentsPage(visit: Visit, { place, problems, stores }: WrongList): Answer {
  const { words } = visit
  const content = html`${PaymentFilterBar({ visit, filter: place.filter, problems, stores })}
    ${WrongFilter({ words })}`
  return { page: { title: words.texts.payments }, content, status: 422 }
}

interface NothingProps extends Pick<PaymentList, 'inOther'> {
  readonly visit: Visit
  readonly filter: PaymentFilter
}

function Nothing({ visit, filter, inOther }: NothingProps): Content {
  const { words } = visit
  const { texts } = words
  if (formatFilter(filter) !== '') {
    const word = formatFilter({ ...filter, status: undefined }) === '' ? tabOf(filter)?.word : undefined
    const [title, lead] =
      word === undefined ? [texts.noPaymentFoundTitle, texts.noPaymentFoundLead] : texts.emptyTabs[word]
    return Empty({
      icon: word === undefined ? 'search' : 'payments',
      ...{ title, lead },
      children: html`${inOther && InOtherMode({ visit, inOther })}
        <a class="button" href=${visit.address('payments')}>${texts.allPayments}</a>`,
    })
  }
  const mayLink = visit.may('make_links')
  return Empty({
    icon: 'payments',
    title: texts.noPaymentsTitle,
    lead: texts.noPaymentsLead,
    children: mayLink && html`<a class="button button-main" href=${visit.address('links')}>${texts.noPaymentsDo}</a>`,
  })
}

function InOtherMode({ visit, inOther }: { visit: Visit; inOther: OtherModeMatches }): Content {
  const { texts, number } = visit.words
  const { mode, href, count } = inOther
  const { none, some, show } = texts.inOtherMode[mode]
  if (count === 0) return html`<p class="soft">${none}</p>`
  return html`<p>${some(count, count === undefined ? '' : number(count))} <a href=${href}>${show}</a></p>`
}

function FoundPayments(view: PaymentRows): Content {
  const { visit, place, total, currency, found, search } = view
  const { words } = visit
  const { texts } = words
  const mayCapture = visit.may('move_money')
  const isPicking = mayCapture && ['authorized', 'new'].includes(place.filter.status ?? '')
  const table = PaymentTable({ ...view, isPicking })
  return html`<p class="found">
      <strong>${summaryOf(words, place.filter, total?.isExact ? total.count : undefined, currency)}</strong> <span class="soft">
        ${clockNoteOf(visit, currency)}
      </span>
      ${
        total === undefined &&
        search.subset === undefined &&
        html`<a class="quiet" href=${addressOfList(visit, `${formatPlace(place)}&count=all`)}>${texts.countAll}</a>`
      }
    </p>
    ${
      isPicking
        ? VisitForm({
            visit,
            to: pathOfList(formatPlace(place), 'payments/capture'),
            class: 'picking',
            children: html`
              ${table}
              <div class="picking-end">
                <button class="button button-main" type="submit">${texts.captureTicked}</button>
                <p class="soft small">${texts.captureTickedHint}</p>
              </div>
            `,
          })
        : table
    }
    ${PaymentPager({ visit, place, total, rows: found.payments.length, older: found.older, newer: found.newer })}`
}

function PaymentTable(props: PaymentRows & { isPicking: boolean }): Content {
  const { visit, found, search, place, isPicking } = props
  const { words } = visit
  const { texts } = words
  const from = formatPlace(place) || undefined
  const hasStores = search.stores.length > 1
  const columns: Column[] = [
    { label: texts.columnOrder },
    { label: texts.statusColumn },
    { label: texts.columnAmount, isNumber: true },
    { label: texts.columnCustomer },
    ...(hasStores ? [{ label: texts.columnStore, isMinor: true }] : []),
    { label: texts.columnCreated },
    ...(isPicking ? [{ label: texts.columnPick }] : []),
  ]
  const rows = found.payments.map((payment) => ({
    href: visit.address(`payments/${payment.id}`, { from }),
    cells: [
      html`<bdi>${shortText(payment.orderReference, 60) || payment.id}</bdi>`,
      RowStatus({ payment, words }),
      PaymentAmount({ payment, words }),
      html`<bdi>${shortText(payment.buyerName, 60)}</bdi>`,
      ...(hasStores ? [html`<bdi>${payment.storeName}</bdi>`] : []),
      momentAt(words, payment.createdAt, props.currency),
      ...(isPicking ? [CaptureBox({ words, payment })] : []),
    ],
  }))
  return DataTable({ caption: texts.payments, columns, rows })
}

function RowStatus({ payment, words }: { payment: DisclosedFoundPayment; words: Visit['words'] }): Content {
  return html`<span class="standing">
    ${StatusTag(statusOf(payment, words))}
    ${payment.isDisputed && StatusTag({ tone: 'bad', text: words.texts.disputed })}
  </span>`
}
