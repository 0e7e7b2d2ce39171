import { amount, integer, optional, optionalText } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { maxBlocked } from './contact.ts'
import { type Decision, type RuleVerdict, ruleNames } from './judge.ts'
import type { PortVerdict } from './port-verdict.ts'

const exposureText = 'an amount in the currency of the order, or `off`'

export const RiskInput = Type.Object({
  rules: optional(
    Type.Object({
      max_open_exposure: optional({ ...amount('1000.00'), description: exposureText }),
      max_orders_per_day: optional(integer(0)),
      refuse_overdue: optional(Type.Boolean()),
    }),
  ),
  accept_responsibility: optional(
    Type.Boolean({
      description: 'true: a limit of debt above the profile of the market is accepted, and written down',
    }),
  ),
  blocked: optional(
    Type.Array(
      Type.Object({
        phone: optionalText(64),
        email: optional(Type.Unsafe<string>({ type: 'string', format: 'mail', minLength: 1, maxLength: 255 })),
      }),
      { maxItems: maxBlocked },
    ),
  ),
})
export type RiskInput = Static<typeof RiskInput>

export const exampleRisk = {
  rules: { max_open_exposure: '1000.00', max_orders_per_day: 3, refuse_overdue: true },
  blocked: [{ phone: '+971500000009' }, { email: 'nobody@example.com' }],
}

export const RiskAnswer = Type.Object(
  {
    rules: Type.Object({
      max_open_exposure: Type.Union([Type.String({ description: exposureText }), Type.Null()]),
      max_orders_per_day: Type.Union([Type.Integer(), Type.Null()]),
      refuse_overdue: Type.Boolean(),
    }),
    blocked: Type.Array(Type.Object({ phone: Type.Optional(Type.String()), email: Type.Optional(Type.String()) })),
  },
  { title: 'RiskRules', description: 'The rules; `null` where the default holds', examples: [exampleRisk] },
)

const Verdict = Type.Object({
  name: Type.Unsafe<RuleVerdict['name']>({ type: 'string', enum: [...ruleNames] }),
  limit: Type.Unsafe<RuleVerdict['limit']>({ type: ['string', 'integer', 'boolean'] }),
  seen: Type.Unsafe<RuleVerdict['seen']>({
    type: ['string', 'integer', 'boolean', 'null'],
    description: 'null where nobody knows who the customer is',
  }),
  spoke: Type.Boolean({ description: 'whether it refused' }),
})

/** The verdict of the decision port, as answers show it. */
type PortWire = Omit<PortVerdict, 'declined_by'>

const orNull = <T extends string>(...words: T[]) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...words, null] })

const Port = Type.Object(
  {
    decision_id: Type.String({ format: 'uuid' }),
    answer: orNull('approve', 'decline', 'refer'),
    reasons: Type.Array(Type.String()),
    limit: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    terms: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
    failure: orNull('late', 'broken', 'nonsense', 'skipped'),
    fallback: orNull('approve', 'decline'),
    duration_ms: Type.Integer(),
  },
  { title: 'PortVerdict', description: "What the operator's scoring service said; absent where nobody was asked" },
)

/** Returns a decision as it is answered, with the one before the page opened if it was made again. */
export function decisionWire({ at, before, ...decision }: Decision) {
  return { ...singleWire(decision), ...(at !== undefined && { at }), ...(before && { before: singleWire(before) }) }
}

function singleWire({ outcome, reason, rules, port }: Decision) {
  return { outcome, reason, rules, ...(port && { port: portWire(port) }) }
}

export function portWire({ declined_by: _, ...shown }: PortVerdict): PortWire {
  return shown
}

const exampleDecision: Decision = {
  outcome: 'rejected',
  reason: 'not_available',
  rules: [
    { name: 'order_size', limit: '50000.00', seen: '340.00', spoke: false },
    { name: 'blocked', limit: true, seen: false, spoke: false },
    { name: 'max_open_exposure', limit: '1000.00', seen: '1180.00', spoke: true },
  ],
}

const single = {
  outcome: Type.Unsafe<Decision['outcome']>({ type: 'string', enum: ['approved', 'rejected', 'referred'] }),
  reason: Type.Unsafe<Decision['reason']>({
    type: ['string', 'null'],
    enum: ['not_available', 'order_amount_too_high', 'order_amount_too_low', null],
  }),
  rules: Type.Array(Verdict),
  port: Type.Optional(Port),
}

export const DecisionAnswer = Type.Object(
  {
    decision: Type.Object({
      ...single,
      at: Type.Optional(
        Type.String({ format: 'date-time', description: 'when it was made again, as the customer paid; else absent' }),
      ),
      before: Type.Optional(Type.Object(single, { description: 'the decision before the page opened' })),
    }),
  },
  { title: 'RiskDecision', description: 'The last decision', examples: [{ decision: exampleDecision }] },
)
