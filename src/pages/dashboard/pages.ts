import { Pager } from '../../platform/ui/back-office/components/data-table.ts'
import type { Content } from '../../platform/ui/html.ts'
import type { Visit } from './page.ts'

interface PagesProps {
  readonly visit: Visit
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly offset: number
  readonly totalCount: number
  readonly pageSize: number
  /** What stands on the links where the list is not the newest first. */
  readonly labels?: { readonly before: string; readonly after: string }
}

/** The pages before and after this one of a list that is counted. */
export function Pages({ visit, path, query, offset, totalCount, pageSize, labels }: PagesProps): Content {
  const { address, words } = visit
  const { texts } = words
  const at = (from: number): string => address(path, { ...query, offset: from > 0 ? String(from) : undefined })
  const before = offset > 0 ? at(Math.max(0, offset - pageSize)) : undefined
  const after = offset + pageSize < totalCount ? at(offset + pageSize) : undefined
  return Pager({
    label: texts.pages,
    newer: { href: before, label: labels?.before ?? texts.newer },
    older: { href: after, label: labels?.after ?? texts.older },
  })
}
