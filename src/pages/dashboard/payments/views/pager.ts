import type { FoundTotal } from '../../../../money/payments/search/count-found-within.ts'
import { mostCounted } from '../../../../money/payments/search/count-found-within.ts'
import { Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import type { Content } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import { addressOfList, formatPlace, type ListPlace } from '../addresses.ts'

/** The number of payments on a page of the list. */
export const pageSize = 50

interface ListPosition {
  readonly place: ListPlace
  /** The number of payments on the page. */
  readonly rows: number
  readonly older: string | undefined
  readonly newer: string | undefined
  readonly total: FoundTotal | undefined
}

/**
 * Returns the number of the page's first payment in the list; undefined if it is not known. The first and the last
 * page are exact. A page between them counts on from the page before: new payments may have moved it since.
 */
export function firstOnPage({ place, rows, older, newer, total }: ListPosition): number | undefined {
  if (newer === undefined) return 1
  const last = total?.isExact ? total.count : Number.POSITIVE_INFINITY
  if (older === undefined && Number.isFinite(last)) return Math.max(last - rows + 1, 1)
  return place.position > 0 && place.position + rows - 1 <= last ? place.position : undefined
}

/** Links to the newer and the older page, and the place of this one: `51–100 of 2,300`. */
export function PaymentPager({ visit, ...list }: ListPosition & { readonly visit: Visit }): Content {
  const { texts } = visit.words
  const { place, rows, older, newer } = list
  const first = firstOnPage(list)
  const beside = (direction: ListPlace['direction'], cursor: string, position: number): string =>
    addressOfList(visit, formatPlace({ ...place, direction, cursor, position }))
  // The page before begins with the newest payments: also with those that were made since.
  const isSecond = first !== undefined && first <= pageSize + 1
  const toNewer = (cursor: string): string =>
    isSecond
      ? addressOfList(visit, formatPlace({ ...place, cursor: undefined }))
      : beside('newer', cursor, first === undefined ? 0 : first - pageSize)
  return Pager({
    label: texts.pages,
    range: rows === 0 ? undefined : sayRange(visit, list, first),
    newer: { href: newer && toNewer(newer), label: texts.newer },
    older: { href: older && beside('older', older, first === undefined ? 0 : first + rows), label: texts.older },
  })
}

function sayRange({ words }: Visit, { rows, total }: ListPosition, first: number | undefined): string {
  const { texts, number } = words
  const range =
    first === undefined
      ? number(rows)
      : rows === 1
        ? number(first)
        : texts.range(number(first), number(first + rows - 1))
  if (total?.isExact) return texts.rangeOf(range, number(total.count))
  return total !== undefined && total.count >= mostCounted
    ? texts.rangeOfMore(range, number(mostCounted))
    : texts.rangeOfMany(range)
}
