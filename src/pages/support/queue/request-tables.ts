import type { ErasureRequest } from '../../../money/customers/erasure-requests.ts'
import type { AdminRequestRow } from '../../../platform/people/admin-requests/admin-requests.ts'
import { DataTable } from '../../../platform/ui/back-office/components/data-table.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { momentInUtc } from '../words/words.ts'
import { name, type Rows } from './tables.ts'

/** Requests for first admins that another agent must confirm. */
export function AdminRequestsTable({ visit, rows }: Rows<AdminRequestRow>): Content {
  const { words, address } = visit
  const { texts } = words
  return DataTable({
    caption: texts.adminRequestsCaption,
    columns: [{ label: texts.requestedAt }, { label: texts.merchant }, { label: texts.requestedBy }],
    rows: rows.map(({ merchantId, merchantName, requestedAt, requestedBy }) => ({
      href: address(`merchants/${merchantId}`),
      cells: [momentInUtc(words, requestedAt), name(merchantName), html`<bdi dir="ltr">${requestedBy.email}</bdi>`],
    })),
  })
}

/** Requests to erase a customer, without the customer: another agent must confirm them. */
export function ErasureRequestsTable({ visit, rows }: Rows<ErasureRequest>): Content {
  const { words, address } = visit
  const { texts } = words
  return DataTable({
    caption: texts.erasuresCaption,
    columns: [{ label: texts.requestedAt }, { label: texts.mode }, { label: texts.requestedBy }],
    rows: rows.map(({ id, isTest, requestedAt, requestedBy }) => ({
      href: address(`erasure-requests/${id}`),
      cells: [
        momentInUtc(words, requestedAt),
        isTest ? texts.test : texts.live,
        html`<bdi dir="ltr">${requestedBy.name}</bdi>`,
      ],
    })),
  })
}
