import { Pager } from '../../platform/ui/back-office/components/data-table.ts'
import { WrongFilter } from '../../platform/ui/back-office/components/filter-bar.ts'
import { Icon } from '../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { Answer, Visit } from './page.ts'

interface PagesProps {
  readonly visit: Visit
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly offset: number
  readonly totalCount: number
  readonly pageSize: number
  /** The texts of the links if the list is not newest first. */
  readonly labels?: { readonly before: string; readonly after: string }
}

/** Links to the previous and the next page of a counted list. */
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

interface ExportLinkProps {
  readonly visit: Visit
  readonly href: string
  /** The file's number of rows, if known. The script then shows the progress. */
  readonly rows?: number | undefined
}

/** The link that downloads the list as CSV. */
export function ExportLink({ visit: { words }, href, rows }: ExportLinkProps): Content {
  const { texts } = words
  const label = rows === undefined ? undefined : texts.exportUnderWay(words.number(rows))
  return html`<a class="button" href=${href} data-rows=${rows} data-under-way=${label}>
    ${Icon({ name: 'download', size: 18 })}<span>${texts.exportCsv}</span>
  </a>`
}

/** Answers 400 to an export with a wrong filter, with a link to the list. `path`: the list, below the mode. */
export function refuseExport({ words, address, request }: Visit, path: string): Answer {
  const { texts } = words
  const list = address(path) + new URL(request.url, 'http://back-office.invalid').search
  const content = html`${WrongFilter({ words })}<p><a class="button" href=${list}>${texts.back}</a></p>`
  return { page: { title: texts.exportCsv, isError: true }, content, status: 400 }
}
