import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { type Author, type DisputeReason, disputeReasons } from './dispute.ts'
import { exampleDispute, exampleEvidence, exampleUpload, exampleWholeDispute } from './examples.ts'
import { type DisputeStatus, disputeStatuses } from './states.ts'

const Urls = Type.Array(Type.String({ format: 'uri' }))

const HistoryAnswer = Type.Object(
  {
    attachments: Urls,
    created_at: Moment,
    created_by: Type.String(),
    content: Type.String(),
    source: Type.Unsafe<Author['source']>({ type: 'string', enum: ['customer', 'merchant', 'support'] }),
    event_type: Type.String(),
    note: Type.String(),
  },
  { title: 'HistoryEntry' },
)
export type HistoryAnswer = BodyOf<typeof HistoryAnswer>

const listedMembers = {
  id: Uuid,
  attachments: Urls,
  payment_id: Uuid,
  amount: Amount,
  currency: CurrencyCode,
  created_at: Moment,
  expired_at: Moment,
  status: Type.Unsafe<DisputeStatus>({ type: 'string', enum: [...disputeStatuses] }),
  reason: Type.Unsafe<DisputeReason>({ type: 'string', enum: [...disputeReasons] }),
  days_left: Type.Integer({ minimum: 0 }),
  items: Type.Array(Type.Object({ reference_id: Type.String(), title: Type.String(), unit_price: Type.String() })),
  order_number: Type.String(),
  comment: Type.String(),
}

const ListedDispute = Type.Object(listedMembers, { title: 'Dispute' })
export type ListedDispute = BodyOf<typeof ListedDispute>
const WholeDispute = Type.Object(
  { ...listedMembers, history: Type.Array(HistoryAnswer) },
  { title: 'DisputeWithHistory' },
)
export type WholeDispute = BodyOf<typeof WholeDispute>

export const DisputeAnswer = Type.Object(
  { dispute: WholeDispute },
  {
    description: 'The dispute with its history',
    examples: [{ dispute: exampleWholeDispute }],
  },
)
export const DisputesAnswer = Type.Object(
  { disputes: Type.Array(ListedDispute) },
  { description: 'The disputes as they are now', examples: [{ disputes: [exampleDispute] }] },
)
export const DisputePageAnswer = Type.Object(
  { disputes: Type.Array(ListedDispute), next_page_token: Type.String() },
  {
    description: 'A page of disputes; `next_page_token` is empty on the last one',
    examples: [{ disputes: [exampleDispute], next_page_token: '' }],
  },
)
export const EvidenceAnswer = Type.Object(
  {
    id: Uuid,
    dispute_id: Uuid,
    content: Type.String(),
    created_by: Type.String(),
    created_at: Moment,
    attachment_ids: Type.Array(Uuid),
  },
  {
    title: 'Evidence',
    description: 'The evidence',
    examples: [
      {
        id: '77b0a1c2-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
        dispute_id: exampleDispute.id,
        ...exampleEvidence,
        created_by: 'merchant',
        created_at: '2026-06-20T10:30:00Z',
      },
    ],
  },
)
export const UploadAnswer = Type.Object(
  { id: Uuid },
  {
    description: 'The id to refer to the attachment by',
    examples: [exampleUpload],
  },
)

export type EvidenceAnswer = BodyOf<typeof EvidenceAnswer>

const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }

/** An attachment, for the reference. */
export const FileAnswer = {
  description: 'The file',
  content: { 'image/png': file, 'image/jpeg': file, 'application/pdf': file },
}
