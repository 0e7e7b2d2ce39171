import type { Claim, ClaimItem } from '../../../platform/people/claims/claims.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { type Column, DataTable } from '../../../platform/ui/back-office/components/data-table.ts'
import type { Content } from '../../../platform/ui/html.ts'
import { ClaimCell } from '../claims/panel.ts'
import type { SupportVisit } from '../page.ts'

interface QueueTableProps {
  readonly visit: SupportVisit
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly { readonly item: ClaimItem; readonly href: string; readonly cells: readonly Content[] }[]
  readonly claims: ReadonlyMap<string, Claim>
}

/** A table of the queue. Its last column says who has taken the item, or takes it. */
export function QueueTable({ visit, caption, columns, rows, claims }: QueueTableProps): Content {
  return VisitForm({
    ...{ visit, to: 'claims', hidden: { next: visit.request.url } },
    children: DataTable({
      caption,
      columns: [...columns, { label: visit.words.texts.takenBy }],
      rows: rows.map(({ item, href, cells }) => ({
        href,
        cells: [...cells, ClaimCell({ visit, item, claim: claims.get(item.id) })],
      })),
    }),
  })
}
