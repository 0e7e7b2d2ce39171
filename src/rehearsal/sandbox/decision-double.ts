import {
  type DecisionDouble,
  type DoubleRecord,
  doubleFaults,
  longestDelayMs,
} from '../../money/risk/decision-double.ts'
import { changeDouble, findDouble, removeDouble } from '../../money/risk/doubles.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Guard } from '../../platform/http/guard.ts'
import { example, ok, okAnswer, optional, text } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals } from '../refusals.ts'

const tags = ['Sandbox']

/** How many reasons and names of terms a double has. */
const maxTexts = 100

const Decision = Type.Unsafe<DoubleRecord['decision']>({ type: 'string', enum: ['approve', 'decline', 'refer'] })
const FaultOrNull = Type.Unsafe<DoubleRecord['broken']>({ type: ['string', 'null'], enum: [...doubleFaults, null] })
const Limit = Type.Unsafe<string>({ type: 'string', decimal: true, maxLength: 14, examples: ['1000.00'] })
const Delay = Type.Unsafe<number>({ type: 'integer', minimum: 0, maximum: longestDelayMs })

const DoubleInput = Type.Object({
  decision: Decision,
  reasons: optional(Type.Array(text(300), { maxItems: maxTexts })),
  limit: optional(Limit),
  terms: optional(Type.Array(text(32), { maxItems: maxTexts })),
  delay_ms: optional(Delay),
  broken: Type.Optional(FaultOrNull),
})

const exampleDouble = {
  ...{ decision: 'decline', reasons: ['thin file'], limit: null, terms: null, delay_ms: 0, broken: null },
}

const DoubleAnswer = Type.Object(
  {
    decision: Decision,
    reasons: Type.Array(Type.String()),
    limit: Type.Union([Type.String(), Type.Null()]),
    terms: Type.Union([Type.Array(Type.String()), Type.Null()]),
    delay_ms: Type.Integer(),
    broken: FaultOrNull,
    asked: Type.Integer({ description: 'how often it was asked since it was set' }),
  },
  { title: 'DecisionDouble', examples: [{ ...exampleDouble, asked: 0 }] },
)

/**
 * Adds `PUT`, `GET` and `DELETE /sandbox/decision`: what answers in place of the operator's scoring service
 * (docs/contract/running.md#sandbox-decisions).
 */
export function addDecisionDoubleRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addPutDouble(api, secretKey)
  addGetDouble(api, secretKey)
  addDeleteDouble(api, secretKey)
}

function addPutDouble({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'putDecisionDouble',
    summary: 'Answer in place of the scoring service',
    description:
      "Every order of the key's merchant and mode that the service's own rules let pass gets this answer, with or without a scoring service.",
    tags,
    body: example(DoubleInput, exampleDouble),
    response: { 200: DoubleAnswer },
  }
  server.put('/sandbox/decision', { onRequest, schema }, async (request) => {
    const double = doubleFrom(request.body)
    await changeDouble(app, callerOf(request), double)
    return doubleWire({ double, questions: 0 })
  })
}

function addGetDouble({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'getDecisionDouble',
    summary: 'Read what answers in place of the scoring service',
    description: 'As it was set, and how often it was asked since.',
    tags,
    response: { 200: DoubleAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.noDecision] }
  server.get('/sandbox/decision', { onRequest, config, schema }, async (request) => {
    const found = await findDouble(app, callerOf(request))
    if (found === undefined) throw refusals.noDecision()
    return doubleWire(found)
  })
}

function addDeleteDouble({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'deleteDecisionDouble',
    summary: 'Answer in place of the scoring service no more',
    description: 'The scoring service is asked again, if there is one.',
    tags,
    response: { 200: okAnswer('Removed') },
  }
  server.delete('/sandbox/decision', { onRequest, config: { bodyless: true }, schema }, async (request) => {
    await removeDouble(app, callerOf(request))
    return ok
  })
}

function doubleFrom(input: Static<typeof DoubleInput>): DoubleRecord {
  const { decision, reasons, limit, terms, delay_ms, broken } = input
  return {
    ...{ decision, reasons: reasons ?? [], limit: limit ?? null, terms: terms ?? null },
    ...{ delay_ms: delay_ms ?? 0, broken: broken ?? null },
  }
}

function doubleWire({ double, questions }: DecisionDouble): Static<typeof DoubleAnswer> {
  const { decision, reasons, limit, terms, delay_ms, broken } = double
  return { decision, reasons: [...reasons], limit, terms: terms && [...terms], delay_ms, broken, asked: questions }
}
