import { getDecision } from '../../money/checkout/sessions/decisions.ts'
import { type ExposureBeyond, exposuresBeyond, largestExposures } from '../../money/obligations/judge-exposure.ts'
import { acceptResponsibility } from '../../money/obligations/responsibilities.ts'
import { amountMessage, refusals } from '../../money/payments/refusals.ts'
import { requirePaymentId } from '../../money/payments/routes.ts'
import { PaymentParams } from '../../money/payments/schemas.ts'
import { changeRisk } from '../../money/risk/change-risk.ts'
import { type Contact, emailContact, isEmail, phoneContact } from '../../money/risk/contact.ts'
import { type RuleSet, readExposure } from '../../money/risk/rules.ts'
import { getRisk } from '../../money/risk/saved-settings.ts'
import { DecisionAnswer, decisionWire, exampleRisk, RiskAnswer, RiskInput } from '../../money/risk/schemas.ts'
import type { RiskSettings } from '../../money/risk/settings.ts'
import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId } from '../../platform/http/guard.ts'
import { readBody, validatorCompiler } from '../../platform/http/read-body.ts'
import { type BodyOf, example } from '../../platform/http/schemas.ts'
import type { Caller } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import type { Store } from '../../platform/merchants/merchant.ts'

const tags = ['Sandbox']

/** Adds `GET` and `PUT /sandbox/risk`, and the decision about a payment (docs/contract/running.md#sandbox-risk). */
export function addSandboxRiskRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addGetRisk(api, secretKey)
  addPutRisk(api, secretKey)
  addGetDecision(api, [secretKey, requirePaymentId])
}

function addGetRisk({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'getRisk',
    summary: "Read the merchant's risk rules",
    description: "The rules and blocked customers of the key's mode, as they were set.",
    tags,
    response: { 200: RiskAnswer },
  }
  server.get('/sandbox/risk', { onRequest, config: { bodyless: true }, schema }, async (request) =>
    riskWire(await getRisk(app.db, callerOf(request))),
  )
}

function addPutRisk({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'putRisk',
    summary: "Replace the merchant's risk rules",
    description: "All rules and blocked customers of the key's mode: what is left out has its default.",
    tags,
    body: example(RiskInput, exampleRisk),
    response: { 200: RiskAnswer },
  }
  server.put('/sandbox/risk', { onRequest, validatorCompiler, schema }, async (request) => {
    const caller = callerOf(request)
    const { rules, blocked, accepted } = readRisk(request.body, caller)
    const change = (current: RiskSettings): RiskSettings => ({ ...current, rules, blocked })
    const { merchantId, principal } = caller
    const saved = await changeRisk(app, caller, change, (tx) =>
      acceptResponsibility(app, tx, merchantId, accepted, principal.name),
    )
    return riskWire(saved)
  })
}

function addGetDecision({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getDecision',
    summary: 'Read what was decided about a payment',
    description: 'Whether its order might be paid in instalments, and what each rule in force saw.',
    tags,
    params: PaymentParams,
    response: { 200: DecisionAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchPayment] }
  server.get('/sandbox/payments/:id/decision', { onRequest, config, schema }, async (request) => ({
    decision: decisionWire(await getDecision(app, callerOf(request), pathId(request))),
  }))
}

interface RiskRequest extends Pick<RiskSettings, 'rules' | 'blocked'> {
  readonly accepted: readonly ExposureBeyond[]
}

function readRisk(body: unknown, { stores, isTest }: Caller): RiskRequest {
  return readBody(RiskInput, body, ({ rules, blocked, accept_responsibility }, wrong) => {
    const contacts = (blocked ?? []).map((entry, index) => contactFrom(entry, `$.blocked[${index}]`, stores, wrong))
    const read = rulesFrom(rules ?? {}, stores, wrong)
    // With test keys there is no limit unless one is set.
    const accepted = isTest || wrong.length > 0 ? [] : exposuresBeyond(read, stores)
    if (accepted.length > 0 && accept_responsibility !== true) {
      wrong.push(wrongValue('$.rules.max_open_exposure', `must be at most ${largestExposures(stores)}`))
    }
    return { rules: read, blocked: [...new Set(contacts)], accepted }
  })
}

function rulesFrom(given: NonNullable<RiskInput['rules']>, stores: readonly Store[], wrong: WrongField[]): RuleSet {
  const { max_open_exposure: exposure, max_orders_per_day, refuse_overdue } = given
  const currencies = [...new Set(stores.map(({ currency }) => currency))]
  const limit = exposure === null || exposure === undefined ? undefined : readExposure(exposure, currencies)
  if (typeof limit === 'object') {
    wrong.push(wrongValue('$.rules.max_open_exposure', amountMessage(limit.problem, limit.decimals)))
  }
  return {
    ...(typeof limit === 'string' && { max_open_exposure: limit }),
    ...(typeof max_orders_per_day === 'number' && { max_orders_per_day }),
    ...(typeof refuse_overdue === 'boolean' && { refuse_overdue }),
  }
}

type BlockedInput = NonNullable<RiskInput['blocked']>[number]

// A phone number without a country belongs to the country of the merchant's first store.
function contactFrom(
  { phone = null, email = null }: BlockedInput,
  field: string,
  stores: readonly Store[],
  wrong: WrongField[],
): Contact {
  if (phone === null) {
    const message = 'is required, or an e-mail'
    if (email === null) wrong.push({ field: `${field}.phone`, code: 'required', message })
    return emailContact(email ?? '')
  }
  if (email !== null) wrong.push(wrongValue(`${field}.email`, 'must not stand beside a phone'))
  const contact = phoneContact(phone, stores[0]?.country ?? 'AE')
  if (contact === undefined) wrong.push(wrongValue(`${field}.phone`, 'must be a phone number'))
  return contact ?? ''
}

function riskWire({ rules, blocked }: RiskSettings): BodyOf<typeof RiskAnswer> {
  return {
    rules: {
      max_open_exposure: rules.max_open_exposure ?? null,
      max_orders_per_day: typeof rules.max_orders_per_day === 'number' ? rules.max_orders_per_day : null,
      refuse_overdue: rules.refuse_overdue ?? false,
    },
    blocked: blocked.map((contact) => (isEmail(contact) ? { email: contact } : { phone: contact })),
  }
}
