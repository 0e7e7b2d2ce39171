import { Ring } from '../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { GoodNote, Status } from '../components.ts'
import { arcsOf, type PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

interface ListView {
  /** Open purchases first, then the newest. */
  readonly purchases: readonly PurchaseModel[]
  /** Starts at 1. */
  readonly page: number
  readonly hasMore: boolean
  readonly note?: string | undefined
}

/** Returns one page of the phone's purchases. */
export function renderList(model: ViewModel, words: AccountWords, view: ListView): string {
  const { texts } = words
  const { purchases, page, hasMore } = view
  const pageAddress = (number: number): string => addressOf(model, '', number === 1 ? {} : { page: String(number) })
  const isOpen = ({ openMinor }: PurchaseModel): boolean => openMinor > 0n
  const open = purchases.filter(isOpen)
  const closed = purchases.filter((purchase) => !isOpen(purchase))
  const rows = { model, words }
  const content = html`
    ${view.note && GoodNote({ text: view.note })}
    ${
      purchases.length === 0
        ? html`<section class="outcome">
            ${Ring({ filled: 1, size: 72 })}<h1>${texts.emptyTitle}</h1><p class="lead">${texts.emptyLead}</p>
          </section>`
        : html`<h1>${texts.listTitle}</h1>`
    }
    ${open.length > 0 && Rows({ ...rows, heading: texts.openPurchases, purchases: open })}
    ${closed.length > 0 && Rows({ ...rows, heading: texts.closedPurchases, purchases: closed })}
    ${
      (page > 1 || hasMore) &&
      html`<nav class="pages" aria-label=${texts.listTitle}>
        ${page > 1 && html`<a class="quiet" href=${pageAddress(page - 1)} rel="prev">${texts.newer}</a>`}
        ${hasMore && html`<a class="quiet" href=${pageAddress(page + 1)} rel="next">${texts.older}</a>`}
      </nav>`
    }
    ${
      page === 1 &&
      open.length > 1 &&
      html`<p class="aside"><a href=${addressOf(model, 'card')}>${texts.allCards}</a></p>`
    }`
  const query = page === 1 ? {} : { page: String(page) }
  return renderAccountPage(model, words, { title: texts.listTitle, query }, content)
}

interface RowsProps {
  readonly model: ViewModel
  readonly words: AccountWords
  readonly heading: string
  readonly purchases: readonly PurchaseModel[]
}

function Rows({ model, words, heading, purchases }: RowsProps): Content {
  return html`<section class="part-of">
    <h2>${heading}</h2>
    <ul class="purchases">
      ${purchases.map((purchase) => html`<li>${Row({ model, words, purchase })}</li>`)}
    </ul>
  </section>`
}

function Row({ model, words, purchase }: { model: ViewModel; words: AccountWords; purchase: PurchaseModel }): Content {
  const { texts } = words
  const { id, storeName, boughtOn, totalMinor, currency, status, installments } = purchase
  const paid = installments.filter((installment) => installment.status === 'paid').length
  const progress = texts.progress(words.number(paid), words.number(installments.length))
  return html`<a class="purchase" href=${addressOf({ ...model, purchaseId: id })}>
    ${Ring({ ...arcsOf(purchase), size: 44, class: `ring-${status}` })}
    <span class="purchase-what">
      <span class="strong purchase-store"><bdi>${storeName}</bdi></span>
      <span class="soft small">${words.longDate(boughtOn)}</span>
      ${StatusLine({ purchase, words })}
      ${status !== 'completed' && status !== 'cancelled' && html`<span class="unseen">. ${progress}</span>`}
    </span>
    ${totalMinor > 0n && html`<span class="number strong purchase-sum">${words.money(totalMinor, currency)}</span>`}
  </a>`
}

/** The status of a purchase in one line. */
function StatusLine({ purchase, words }: { purchase: PurchaseModel; words: AccountWords }): Content {
  const { texts } = words
  const { status, overdueMinor, openMinor, next, currency } = purchase
  switch (status) {
    case 'completed':
      return Status({ tone: 'good', icon: 'check', text: texts.statusCompleted })
    case 'cancelled':
      return Status({ tone: 'soft', text: texts.statusCancelled })
    case 'overdue':
      return Status({ tone: 'bad', icon: 'alert', text: texts.statusOverdue(words.money(overdueMinor, currency)) })
    case 'defaulted':
      return Status({ tone: 'bad', icon: 'alert', text: texts.statusDefaulted(words.money(openMinor, currency)) })
    case 'active': {
      if (next === undefined) return null
      const amount = words.money(next.amountMinor, currency)
      const due = purchase.installments.some((installment) => installment.status === 'due')
      return due
        ? Status({ tone: 'wait', icon: 'clock', text: texts.statusDue(amount) })
        : Status({ tone: 'soft', text: texts.statusNext(amount, words.shortDate(next.dueDate)) })
    }
  }
}
