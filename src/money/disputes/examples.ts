import { exampleOrder, examplePayments } from '../payments/examples.ts'
import type { Author, EventType } from './dispute.ts'
import type { DisputeStatus } from './states.ts'

// The examples tell one dispute, so that an example answer belongs to its request.
const { captured: payment } = examplePayments
const openedAt = '2026-06-15T13:08:54.000Z'
const attachmentId = 'e1c6a4f2-7b1d-4d4e-9c51-2a6b7c8d9e10'

/** The id of an uploaded file, as the upload answers it. */
export const exampleUpload = { id: attachmentId }

/** The bodies that the reference sends about the dispute. */
export const exampleOpening = {
  payment_id: payment.id,
  reason: 'product_issue',
  amount: '160.00',
  comment: 'The shirt arrived torn',
}
export const exampleChallenge = {
  dispute_id: 'b6f0b6a2-5d7f-4f55-9a3e-0c7f3f7c1d11',
  description: 'Item was delivered on 10 June',
  reason: 'merchant_reason_order_has_been_already_delivered',
  attachment_ids: [attachmentId],
}
export const exampleEvidence = { content: 'Photo of the parcel before dispatch', attachment_ids: [attachmentId] }
export const exampleComment = { comment: 'The parcel has arrived' }

/** The dispute as the customer opened it. */
export const exampleDispute = {
  id: exampleChallenge.dispute_id,
  attachments: [] as string[],
  payment_id: exampleOpening.payment_id,
  amount: exampleOpening.amount,
  currency: payment.currency,
  created_at: openedAt,
  expired_at: '2026-06-29T13:08:54.000Z',
  status: 'new',
  reason: exampleOpening.reason,
  days_left: 14,
  items: payment.order.items.map(({ reference_id, title, unit_price }) => ({ reference_id, title, unit_price })),
  order_number: payment.order.reference_id,
  comment: exampleOpening.comment,
}

const customer = { source: 'customer', createdBy: exampleOrder.buyer.email } as const
const support = { source: 'support', createdBy: '' } as const

function entryOf({ source, createdBy }: Author, event_type: EventType, content: string, created_at: string, note = '') {
  return { attachments: [], created_at, created_by: createdBy, content, source, event_type, note }
}

const opening = entryOf(customer, 'dispute_created', exampleOpening.comment, openedAt)

/** The dispute with its history, as it was opened. */
export const exampleWholeDispute = { ...exampleDispute, history: [opening] }

/** The dispute in a list: after it was approved, and after it was challenged. */
export const exampleApproved = { ...exampleDispute, status: 'refunded', days_left: 0 }
export const exampleChallenged = {
  ...exampleDispute,
  status: 'in_progress',
  attachments: [`http://127.0.0.1:8080/api/v1/disputes/attachments/${attachmentId}`],
}

function after(status: DisputeStatus, author: Author, event: EventType, content: string, note = '') {
  const isActive = ['new', 'in_progress', 'evidence_merchant', 'evidence_customer'].includes(status)
  const entry = entryOf(author, event, content, '2026-06-16T09:30:12.345Z', note)
  return { ...exampleDispute, status, days_left: isActive ? 14 : 0, history: [opening, entry] }
}

const text = exampleComment.comment

/** The dispute after each action of the customer or support. */
export const exampleActions = {
  withdraw: after('cancelled', customer, 'dispute_canceled', ''),
  'provide-evidence': after('in_progress', customer, 'evidence_customer_provided', text),
  'request-evidence': after('evidence_merchant', support, 'evidence_merchant', ''),
  refund: after('refunded', support, 'dispute_approved', text),
  decline: after('declined', support, 'dispute_declined', text),
  'accept-amount': {
    ...after('in_progress', support, 'dispute_amount_changed', '100.00', text),
    amount: '100.00',
  },
  comment: after('new', support, 'dispute_comment_added', text),
}
