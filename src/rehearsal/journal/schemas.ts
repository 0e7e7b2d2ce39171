import { Moment, text, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { type JournalKind, journalKinds } from './entry.ts'

const nullable = {
  text: (description: string) => Type.Union([Type.String(), Type.Null()], { description }),
  integer: (description: string) => Type.Union([Type.Integer(), Type.Null()], { description }),
  uuid: (description: string) => Type.Union([Uuid, Type.Null()], { description }),
}

const Cursor = Type.String({ pattern: '^[0-9a-f]{12}-\\d+$' })

const entryMembers = {
  cursor: { ...Cursor, description: 'to read on after this entry' },
  at: { ...Moment, description: "when it began, by the system's clock" },
  kind: Type.Unsafe<JournalKind>({ type: 'string', enum: [...journalKinds] }),
  operation: nullable.text(
    "a call's operationId; the status that a notification tells; the transition of a change; where a fault was injected",
  ),
  method: nullable.text('of a call or a delivery'),
  path: nullable.text("with its query; of a delivery the webhook's address"),
  status: nullable.integer('null where no answer came, or none was sent'),
  request_id: nullable.text('its X-Request-Id; of a delivery its Webhook-Id'),
  reference_id: nullable.text('of a capture or refund'),
  payment_id: nullable.uuid('the payment that it is about'),
  fault_id: nullable.uuid('the rule of the injected fault'),
  duration_ms: nullable.integer('until the answer'),
  summary: Type.String({ description: 'in English, for people' }),
}

const exampleEntry = {
  cursor: '3f9a0c51d2e7-41',
  at: '2026-03-01T10:04:12.310Z',
  kind: 'request',
  operation: 'capturePayment',
  method: 'POST',
  path: '/api/v2/payments/0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22/captures',
  status: 200,
  request_id: '8d1f0f3a-6f0e-4f0c-9a53-0d6a3a1f5c11',
  reference_id: '1001-cap-1',
  payment_id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
  fault_id: null,
  duration_ms: 7,
  summary: 'Asked to capture a payment with reference_id 1001-cap-1; answered 200.',
}

export const JournalAnswer = Type.Object(
  { entries: Type.Array(Type.Object(entryMembers, { title: 'JournalEntry' })), cursor: Cursor },
  {
    description: 'What happened, oldest first, and where to read on',
    examples: [{ entries: [exampleEntry], cursor: '3f9a0c51d2e7-41' }],
  },
)

const Message = Type.Union(
  [
    Type.Object({
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.Unsafe<unknown>({ description: 'JSON where it is JSON, else a text; null where there is none' }),
      is_cut: Type.Boolean({ description: 'whether the body was longer than the 64 KiB that are kept' }),
    }),
    Type.Null(),
  ],
  { description: 'null where there is none, or where it is kept from everybody' },
)

export const JournalRequestAnswer = Type.Object(
  { entries: Type.Array(Type.Object({ ...entryMembers, request: Message, answer: Message })) },
  {
    description: 'The call and what it changed, or every attempt of the delivery, oldest first',
    examples: [
      {
        entries: [
          {
            ...exampleEntry,
            request: {
              headers: { 'content-type': 'application/json', authorization: 'Bearer sk_test_[removed]' },
              body: { amount: '340.00', reference_id: '1001-cap-1' },
              is_cut: false,
            },
            answer: {
              headers: { 'content-type': 'application/json; charset=utf-8' },
              body: { id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', status: 'CLOSED' },
              is_cut: false,
            },
          },
        ],
      },
    ],
  },
)

export const JournalQueryInput = Type.Object({
  since: Type.Optional({ ...text(), description: 'a cursor: only what comes after it; absent: all that is kept' }),
  wait: Type.Optional({
    ...text(64),
    description:
      'how long to wait while there is nothing, as an ISO 8601 duration of at most PT60S; absent: not at all',
  }),
  newest: Type.Optional({
    ...text(64),
    description: 'limits the answer to this number of newest entries, 1 to 500; without `since` and `payment_id`',
  }),
  payment_id: Type.Optional(Type.String({ format: 'uuid', description: 'only what is about this payment' })),
})

export const JournalParams = Type.Object({ request_id: Uuid })
