import { answer, example, optional, optionalText, text } from '../http/schemas.ts'
import { type Static, Type } from '../http/type.ts'
import { disputeReasons, longestText, maxAttachmentsPerSubmission, maxDisputesPerRequest } from './dispute.ts'
import { disputeStatuses } from './states.ts'
import { challengeReasons } from './transitions/merchant.ts'

const attachmentIds = optional(Type.Array(Type.String(), { maxItems: maxAttachmentsPerSubmission }))

export const DisputeParams = Type.Object({ disputeId: Type.String({ format: 'uuid' }) })
export const AttachmentParams = Type.Object({ attachmentId: Type.String({ format: 'uuid' }) })

export const ListQuery = Type.Object({
  statuses: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string' },
      description: `repeatable, each one of ${disputeStatuses.join(', ')}; absent: all`,
    }),
  ),
  created_at_gte: Type.Optional(Type.String({ description: 'ISO 8601, inclusive' })),
  created_at_lte: Type.Optional(Type.String({ description: 'ISO 8601, inclusive' })),
  page_token: Type.Optional(Type.String({ description: 'the `next_page_token` of the page before' })),
})

export const ApproveInput = example(
  Type.Object({ dispute_ids: Type.Array(Type.String(), { maxItems: maxDisputesPerRequest }) }),
  {
    dispute_ids: ['b6f0b6a2-5d7f-4f55-9a3e-0c7f3f7c1d11'],
  },
)

export const ChallengeInput = Type.Object({
  dispute_id: Type.String(),
  description: optionalText(longestText),
  reason: Type.Unsafe<(typeof challengeReasons)[number]>({ type: 'string', enum: [...challengeReasons] }),
  amount: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description: 'required when the amount should be different: the new disputed amount',
    }),
  ),
  attachment_ids: attachmentIds,
})
export type ChallengeInput = Static<typeof ChallengeInput>

/** One challenge, or a list of them. */
export const ChallengesInput = example(
  Type.Unsafe<ChallengeInput | ChallengeInput[]>({
    ...ChallengeInput,
    type: ['object', 'array'],
    items: ChallengeInput,
    maxItems: maxDisputesPerRequest,
  }),
  {
    dispute_id: 'b6f0b6a2-5d7f-4f55-9a3e-0c7f3f7c1d11',
    description: 'Item was delivered on 10 June',
    reason: 'merchant_reason_order_has_been_already_delivered',
    attachment_ids: ['e1c6a4f2-7b1d-4d4e-9c51-2a6b7c8d9e10'],
  },
)

export const EvidenceInput = example(
  Type.Object({ content: optionalText(longestText), attachment_ids: attachmentIds }),
  { content: 'Photo of the parcel before dispatch', attachment_ids: ['e1c6a4f2-7b1d-4d4e-9c51-2a6b7c8d9e10'] },
)

/** What the sandbox API takes to open a dispute as the customer. */
export const OpenInput = Type.Object({
  payment_id: text(),
  reason: Type.Unsafe<(typeof disputeReasons)[number]>({ type: 'string', enum: [...disputeReasons] }),
  amount: Type.Optional(Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], decimal: true })),
  comment: optionalText(longestText),
  attachment_ids: attachmentIds,
})

const actionMembers = Type.Object({
  content: optionalText(longestText),
  comment: optionalText(longestText),
  from: optional(Type.Unsafe<'merchant' | 'customer'>({ type: 'string', enum: ['merchant', 'customer', null] })),
  attachment_ids: attachmentIds,
})

/** What the sandbox API takes with anything else that the customer or support does. All of it may be left out. */
export const ActionInput = Type.Unsafe<Static<typeof actionMembers> | null | undefined>({
  ...actionMembers,
  type: ['object', 'null'],
})

const Moment = Type.String({ format: 'date-time' })
const Uuid = Type.String({ format: 'uuid' })
const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,3}$' })
const Urls = Type.Array(Type.String({ format: 'uri' }))

const HistoryEntry = Type.Object(
  {
    attachments: Urls,
    created_at: Moment,
    created_by: Type.String(),
    content: Type.String(),
    source: Type.Unsafe<string>({ type: 'string', enum: ['customer', 'merchant', 'support'] }),
    event_type: Type.String(),
    note: Type.String(),
  },
  { title: 'HistoryEntry' },
)

const listedMembers = {
  id: Uuid,
  attachments: Urls,
  payment_id: Uuid,
  amount: Amount,
  currency: Type.Unsafe<string>({ type: 'string', enum: ['AED', 'SAR', 'KWD'] }),
  created_at: Moment,
  expired_at: Moment,
  status: Type.Unsafe<string>({ type: 'string', enum: [...disputeStatuses] }),
  reason: Type.Unsafe<string>({ type: 'string', enum: [...disputeReasons] }),
  days_left: Type.Integer({ minimum: 0 }),
  items: Type.Array(Type.Object({ reference_id: Type.String(), title: Type.String(), unit_price: Type.String() })),
  order_number: Type.String(),
  comment: Type.String(),
}

const ListedDispute = Type.Object(listedMembers, { title: 'Dispute' })
const WholeDispute = Type.Object(
  { ...listedMembers, history: Type.Array(HistoryEntry) },
  { title: 'DisputeWithHistory' },
)

const exampleDispute = {
  id: 'b6f0b6a2-5d7f-4f55-9a3e-0c7f3f7c1d11',
  attachments: [],
  payment_id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
  amount: '100.00',
  currency: 'SAR',
  created_at: '2026-06-15T13:08:54.000Z',
  expired_at: '2026-06-29T13:08:54.000Z',
  status: 'new',
  reason: 'product_issue',
  days_left: 14,
  items: [{ reference_id: 'SKU-1', title: 'Linen shirt', unit_price: '160.00' }],
  order_number: '1001',
  comment: 'The shirt arrived torn',
}
const exampleEntry = {
  attachments: [],
  created_at: '2026-06-15T13:08:54.000Z',
  created_by: 'customer@example.com',
  content: 'The shirt arrived torn',
  source: 'customer',
  event_type: 'dispute_created',
  note: '',
}

export const DisputeAnswer = answer(
  Type.Object(
    { dispute: WholeDispute },
    {
      description: 'The dispute with its history',
      examples: [{ dispute: { ...exampleDispute, history: [exampleEntry] } }],
    },
  ),
)
export const DisputesAnswer = answer(
  Type.Object(
    { disputes: Type.Array(ListedDispute) },
    { description: 'The disputes as they are now', examples: [{ disputes: [exampleDispute] }] },
  ),
)
export const DisputePageAnswer = answer(
  Type.Object(
    { disputes: Type.Array(ListedDispute), next_page_token: Type.String() },
    {
      description: 'A page of disputes; `next_page_token` is empty on the last one',
      examples: [{ disputes: [exampleDispute], next_page_token: '' }],
    },
  ),
)
export const EvidenceAnswer = answer(
  Type.Object(
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
          content: 'Photo of the parcel before dispatch',
          created_by: 'merchant',
          created_at: '2026-06-20T10:30:00Z',
          attachment_ids: ['e1c6a4f2-7b1d-4d4e-9c51-2a6b7c8d9e10'],
        },
      ],
    },
  ),
)
export const UploadAnswer = answer(
  Type.Object(
    { id: Uuid },
    {
      description: 'The id to refer to the attachment by',
      examples: [{ id: 'e1c6a4f2-7b1d-4d4e-9c51-2a6b7c8d9e10' }],
    },
  ),
)

const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }

/** An attachment, for the reference. */
export const FileAnswer = {
  description: 'The file',
  content: { 'image/png': file, 'image/jpeg': file, 'application/pdf': file },
}

/** The parts of an upload, for the reference: the body is read as a stream. */
export const UploadInput = Type.Object({
  attachment: Type.Unsafe<string>({ type: 'string', contentMediaType: 'application/octet-stream' }),
})
