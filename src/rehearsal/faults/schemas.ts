import { optional, optionalText, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { countedPer, type FaultRule, forgeries, losses, notifiedStatuses } from './fault.ts'

const oneOf = (values: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description && { description }) })
const nullableUuid = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })

const kinds = [
  ...['lost_answer', 'lost_request', 'conflict', 'rate_limit', 'error', 'slow'],
  ...['duplicate', 'reorder', 'late', 'drop', 'forged', 'unknown_member'],
]

const operationText = 'the `operationId` of a call with a key under /api, or `*`'

/** Members of a rule's `do` besides its kind. */
const effect = {
  how: oneOf(losses, 'of `lost_answer` and `lost_request`'),
  retry_after: Type.Integer({ description: 'of `rate_limit`, in seconds' }),
  executed: Type.Boolean({ description: 'of `error`' }),
  ms: Type.Integer({ description: 'of `slow` and `late`' }),
  count: Type.Integer({ description: 'of `duplicate`: how often it arrives in all' }),
  gap_ms: Type.Integer({ description: 'of `duplicate`' }),
  concurrent: Type.Boolean({ description: 'of `duplicate`' }),
  as: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...forgeries, null],
    description: 'of `forged`; null is one of each',
  }),
}

/** Only for the reference; read-rule.ts reads the members one by one. */
export const FaultInput = Type.Object(
  {
    on: Type.Object({
      operation: optionalText(255, operationText),
      notification: optional(oneOf([...notifiedStatuses, '*'], 'instead of an operation')),
      payment_id: Type.Optional(nullableUuid),
    }),
    when: optional(
      Type.Object({
        per: optional(oneOf(countedPer)),
        skip: optional(Type.Integer()),
        times: optional(Type.Integer()),
        probability: optional(Type.Number()),
      }),
    ),
    do: Type.Object({
      kind: oneOf(kinds),
      ...Object.fromEntries(Object.entries(effect).map(([name, schema]) => [name, optional(schema)])),
    }),
    seed: optional(Type.Integer()),
    until: optionalText(255, "a duration, by the system's clock; absent: one hour"),
  },
  { title: 'FaultInput' },
)

const Fault = Type.Unsafe<FaultRule & { readonly id: string; readonly hits: number }>(
  Type.Object(
    {
      id: Uuid,
      on: Type.Object({
        operation: Type.Optional(Type.String({ description: operationText })),
        notification: Type.Optional(Type.String({ description: 'instead of an operation' })),
        payment_id: Type.Optional(nullableUuid),
      }),
      when: Type.Object({
        per: oneOf(countedPer),
        skip: Type.Integer(),
        times: Type.Integer(),
        probability: Type.Number(),
      }),
      do: Type.Object({
        kind: oneOf(kinds),
        ...Object.fromEntries(Object.entries(effect).map(([name, schema]) => [name, Type.Optional(schema)])),
      }),
      seed: Type.Integer(),
      until: Type.String(),
      hits: Type.Integer({ description: 'how often it was injected' }),
    },
    { title: 'Fault' },
  ),
)

export const exampleFault = {
  on: { operation: 'capturePayment', payment_id: null },
  when: { per: 'reference_id', skip: 0, times: 1, probability: 1 },
  do: { kind: 'lost_answer', how: 'reset' },
  seed: 42,
  until: 'PT10M',
}

const answered = { id: '019ca8d4-5a10-7b3e-8f21-3c9d0f6a2b11', ...exampleFault, hits: 0 }

export const FaultAnswer = Type.Object(
  { fault: Fault },
  { description: 'The rule, with everything that was left out', examples: [{ fault: answered }] },
)

export const FaultsAnswer = Type.Object(
  { faults: Type.Array(Fault) },
  { description: 'The rules in the order in which they are tried', examples: [{ faults: [answered] }] },
)
