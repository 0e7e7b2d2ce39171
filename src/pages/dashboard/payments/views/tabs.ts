import type { FoundTotal } from '../../../../money/payments/search/count-found-within.ts'
import type { PaymentFilter } from '../../../../money/payments/search/payment-filter.ts'
import { formatFilter } from '../../../../money/payments/search/payment-filter.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import type { DashboardWords } from '../../words/words.ts'
import { addressOfList } from '../addresses.ts'
import { mostInTab, type TabCount, tabOf } from '../tabs.ts'
import { statusLabel } from './filter.ts'

interface TabsProps {
  readonly visit: Visit
  readonly filter: PaymentFilter
  readonly tabs: readonly TabCount[]
  /** The total of the filter itself. */
  readonly total: FoundTotal | undefined
}

/** The tabs of the list with their counts. Each keeps the search and the other filters. */
export function PaymentTabs({ visit, filter, tabs, total }: TabsProps): Content {
  const { texts } = visit.words
  const current = tabOf(filter)
  const others = current === undefined ? [{ word: filter.status, total }] : []
  return html`<nav class="tabs" aria-label=${texts.tabsLabel}>
    ${[...tabs, ...others].map(({ word, total: inTab }) => {
      const isCurrent = current === undefined ? word === filter.status : word === current.word
      const href = addressOfList(visit, formatFilter({ ...filter, status: word }))
      return html`<a href=${href} aria-current=${isCurrent ? 'page' : undefined}>
        <span>${statusLabel(visit, word)}</span>${TabNumber({ words: visit.words, total: inTab })}
      </a>`
    })}
  </nav>`
}

function TabNumber({ words, total }: { words: DashboardWords; total: FoundTotal | undefined }): Content {
  const text = sayCount(words, total)
  return text !== undefined && html`<span class="tab-number number">${text}</span>`
}

// A larger number is no help in a tab. An inexact smaller one says too little.
function sayCount(words: DashboardWords, total: FoundTotal | undefined): string | undefined {
  if (total === undefined) return undefined
  if (total.count > mostInTab || (!total.isExact && total.count === mostInTab))
    return words.texts.tabCountOver(words.number(mostInTab))
  return total.isExact ? words.number(total.count) : undefined
}
