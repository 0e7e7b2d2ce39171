import { example, optional, optionalText, text, Uuid } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { disputeReasons, maxAttachmentsPerSubmission, maxDisputesPerRequest, maxTextLength } from './dispute.ts'
import { exampleChallenge, exampleEvidence, exampleUpload } from './examples.ts'
import { disputeStatuses } from './states.ts'
import { challengeReasons } from './transitions/merchant.ts'

const attachmentIds = optional(Type.Array(Type.String(), { maxItems: maxAttachmentsPerSubmission }))

export const DisputeParams = Type.Object({ disputeId: Uuid })
export const AttachmentParams = Type.Object({ attachmentId: example(Uuid, exampleUpload.id) })

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
  { dispute_ids: [exampleChallenge.dispute_id] },
)

export const ChallengeInput = Type.Object({
  dispute_id: Type.String(),
  description: optionalText(maxTextLength),
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
  exampleChallenge,
)

export const EvidenceInput = example(
  Type.Object({ content: optionalText(maxTextLength), attachment_ids: attachmentIds }),
  exampleEvidence,
)

/** The sandbox API's body to open a dispute as the customer. */
export const OpenInput = Type.Object({
  payment_id: text(),
  reason: Type.Unsafe<(typeof disputeReasons)[number]>({ type: 'string', enum: [...disputeReasons] }),
  amount: Type.Optional(Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], decimal: true })),
  comment: optionalText(maxTextLength),
  attachment_ids: attachmentIds,
})

const actionMembers = Type.Object({
  content: optionalText(maxTextLength),
  comment: optionalText(maxTextLength),
  from: optional(Type.Unsafe<'merchant' | 'customer'>({ type: 'string', enum: ['merchant', 'customer', null] })),
  attachment_ids: attachmentIds,
})

type ActionMembers = Static<typeof actionMembers>

/** The sandbox API's body of all other actions of the customer or support. Every member is optional. */
export const ActionInput = Type.Unsafe<ActionMembers | null | undefined>({ ...actionMembers, type: ['object', 'null'] })

/** The sandbox API's body of a request for evidence, with its addressee. */
export const RequestEvidenceInput = Type.Unsafe<ActionMembers>(
  Type.Object({
    ...actionMembers.properties,
    from: Type.Unsafe<ActionMembers['from']>({ type: 'string', enum: ['merchant', 'customer'] }),
  }),
)

/** The parts of an upload, for the reference: the body is read as a stream. */
export const UploadInput = Type.Object({
  attachment: Type.Unsafe<string>({ type: 'string', contentMediaType: 'application/octet-stream' }),
})
