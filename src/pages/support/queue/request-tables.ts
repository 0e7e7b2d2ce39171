import type { ErasureRequest } from '../../../money/customers/erasure-requests.ts'
import type { ReturnRequest } from '../../../money/payments/return-requests/return-request.ts'
import type { AdminRequestRow } from '../../../platform/people/admin-requests/admin-requests.ts'
import { PersonName } from '../../../platform/people/views/person-name.ts'
import type { Content } from '../../../platform/ui/html.ts'
import { momentInUtc } from '../words/words.ts'
import { QueueTable } from './queue-table.ts'
import { name, type RequestRows } from './tables.ts'

/** Requests for first admins that another agent must confirm. */
export function AdminRequestsTable({ visit, rows, names, claims }: RequestRows<AdminRequestRow>): Content {
  const { words, address } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.adminRequestsCaption,
    columns: [{ label: texts.requestedAt }, { label: texts.merchant }, { label: texts.requestedBy }],
    rows: rows.map(({ merchantId, merchantName, requestedAt, requestedBy }) => ({
      item: { kind: 'merchant', id: merchantId },
      href: address(`merchants/${merchantId}`),
      cells: [
        momentInUtc(words, requestedAt),
        name(merchantName),
        PersonName({ email: requestedBy.email, name: names.get(requestedBy.id) }),
      ],
    })),
  })
}

/** Requests to erase a customer, without the customer: another agent must confirm them. */
export function ErasureRequestsTable({ visit, rows, names, claims }: RequestRows<ErasureRequest>): Content {
  const { words, address } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.erasuresCaption,
    columns: [{ label: texts.requestedAt }, { label: texts.mode }, { label: texts.requestedBy }],
    rows: rows.map(({ id, isTest, requestedAt, requestedBy }) => ({
      item: { kind: 'erasure_request', id },
      href: address(`erasure-requests/${id}`),
      cells: [
        momentInUtc(words, requestedAt),
        isTest ? texts.test : texts.live,
        PersonName({ email: requestedBy.name, name: names.get(requestedBy.id) }),
      ],
    })),
  })
}

/** Requests for refunds by hand that another agent must confirm. */
export function ReturnRequestsTable({
  visit,
  rows,
  names,
  claims,
}: RequestRows<{ readonly request: ReturnRequest; readonly merchantName: string }>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.requestsCaption,
    columns: [
      { label: texts.payment },
      { label: texts.requestedAt },
      { label: texts.merchant },
      { label: texts.requestedBy },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map(({ request, merchantName }) => ({
      item: { kind: 'payment', id: request.paymentId },
      href: address(`payments/${request.paymentId}`),
      cells: [
        name(request.paymentId),
        moment(request.requestedAt, request.currency),
        name(merchantName),
        PersonName({ email: request.requestedBy.name, name: names.get(request.requestedBy.id) }),
        words.money(request.amountMinor, request.currency),
      ],
    })),
  })
}
