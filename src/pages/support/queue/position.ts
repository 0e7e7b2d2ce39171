import { nilId, parseId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { Pager } from '../../../platform/ui/back-office/components/data-table.ts'
import type { Content } from '../../../platform/ui/html.ts'
import type { SupportVisit } from '../page.ts'

/** Keyset position in a list, oldest first: the last row of the page before. */
export interface Position {
  readonly after: Instant
  readonly afterId: string
}

export const beginning: Position = { after: 0, afterId: nilId }

/** Rows per page. */
export const pageSize = 50

// The latest time that the code passes to PostgreSQL.
const lastTime = Date.UTC(9999, 11, 31)

/** Returns the position of the address; the beginning if it has none. */
export function positionIn({ query }: SupportVisit): Position {
  const [time = '', typed = ''] = (query('after') ?? '').split('.')
  const [after, afterId] = [Number(time), parseId(typed)]
  return afterId !== undefined && /^\d{1,15}$/.test(time) && after <= lastTime ? { after, afterId } : beginning
}

export function formatPosition({ after, afterId }: Position): string {
  return `${after}.${afterId}`
}

/** Returns the rows of a page, and the next position. The caller reads one row more than the page shows. */
export function pageOf<T>(
  rows: readonly T[],
  at: (row: T) => Position,
): { readonly rows: readonly T[]; readonly next: string | undefined } {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > pageSize && last !== undefined ? formatPosition(at(last)) : undefined }
}

/** Links to the first and the next page. */
export function ListPager({
  visit,
  path,
  next,
}: {
  visit: SupportVisit
  path: string
  next: string | undefined
}): Content {
  const { words, address, query } = visit
  const { texts } = words
  const waits = query('waits')
  const first = query('after') === undefined ? undefined : address(path, { waits })
  return Pager({
    label: texts.listPages,
    newer: { href: first, label: texts.toFirstPage },
    older: { href: next && address(path, { waits, after: next }), label: texts.nextPage },
  })
}
