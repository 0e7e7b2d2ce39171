import { authorizeWithCard } from '../../money/checkout/charges/authorize-with-card.ts'
import { refusals as collectionRefusals } from '../../money/collections/refusals.ts'
import { PaymentAnswer } from '../../money/payments/answers.ts'
import { expirePayment, rejectPayment } from '../../money/payments/checkout-changes.ts'
import { decideReferral } from '../../money/payments/decide-referral.ts'
import { examplePayments } from '../../money/payments/examples.ts'
import { getPayment } from '../../money/payments/get-payment.ts'
import type { Payment } from '../../money/payments/payment.ts'
import { choosePlan, offeredBy } from '../../money/payments/payment-plan.ts'
import { refusals } from '../../money/payments/refusals.ts'
import { requirePaymentId } from '../../money/payments/routes.ts'
import { PaymentParams } from '../../money/payments/schemas.ts'
import { paymentWire } from '../../money/payments/wire.ts'
import { sandboxCards } from '../../platform/adapters/sandbox-cards.ts'
import { customer as customerPrincipal, support as supportPrincipal } from '../../platform/base/principal.ts'
import { type WrongField, wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { pathId } from '../../platform/http/guard.ts'
import { visitorOf } from '../../platform/http/limit-keyless.ts'
import { example, optionalText } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { planName } from '../../platform/merchants/stores/plan-terms.ts'
import { takeCard } from './card-number.ts'

const acceptedCard = '4242424242424242'
const refuses = [refusals.notOpen, refusals.noSuchPayment, refusals.locked]

/** All of it may be left out. */
const AuthorizeInput = Type.Unsafe<{ readonly card?: string | null; readonly plan?: string | null } | null | undefined>(
  {
    ...Type.Object({
      card: optionalText(),
      plan: optionalText(undefined, 'the terms that the customer chooses, such as `6xP1M`; absent: the first choice'),
    }),
    type: ['object', 'null'],
  },
)

/**
 * Adds the routes of a customer's choices on the payment page, `POST /sandbox/payments/{id}/authorize`, `/reject` and
 * `/cancel`, and of support's decision about a referred order, `/decide`.
 */
export function addSandboxPaymentRoutes(api: Api): void {
  addAuthorize(api)
  addDecide(api)
  add(api, 'reject', 'Be refused', 'rejected', (customer, id) => rejectPayment(api.app, customer, id))
  add(api, 'cancel', 'Leave', 'expired', async (customer, id) =>
    expirePayment(api.app, api.app.db, customer, await getPayment(api.app, customer, id)),
  )
}

function addAuthorize(api: Api): void {
  const { app } = api
  const cards = Object.entries(sandboxCards).map(([number, { meaning }]) => `\`${number}\`: ${meaning}`)
  const schema = {
    operationId: 'authorizePayment',
    summary: 'As the customer: accept and pay the first part',
    description: `What the payment page does: a card is charged, and a CREATED payment becomes AUTHORIZED; declined, it stays CREATED, and so it does for a card that is never answered. The body may name a card.\n\n${cards.join('\n\n')}`,
    tags: ['Sandbox'],
    params: PaymentParams,
    body: example(AuthorizeInput, { card: acceptedCard }),
    response: { 200: example(PaymentAnswer, examplePayments.authorized) },
  }
  const config = { bodyOptional: true, refuses: [...refuses, collectionRefusals.cardDeclined, wrongFields] }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  api.server.post('/sandbox/payments/:id/authorize', { onRequest, config, schema }, async (request) => {
    const customer = { ...callerOf(request), principal: customerPrincipal }
    const payment = await getPayment(app, customer, pathId(request))
    const number = request.body?.card ?? acceptedCard
    const plan = request.body?.plan ?? null
    if (plan !== null && choosePlan(payment.plan, plan) === undefined) throw wrongFields([notOffered(payment)])
    const card = await takeCard(app, customer, number, '$.card')
    const address = visitorOf(request)
    return paymentWire(await authorizeWithCard(app, customer, payment, card, plan, address), nowFor(app, customer))
  })
}

const DecideInput = Type.Object({
  decision: Type.Unsafe<'approve' | 'decline'>({ type: 'string', enum: ['approve', 'decline'] }),
})

function addDecide(api: Api): void {
  const { app, server } = api
  const schema = {
    operationId: 'decidePayment',
    summary: 'As support: decide about a referred order',
    description: 'Approved, the customer may pay; declined, the payment becomes REJECTED.',
    tags: ['Sandbox'],
    params: PaymentParams,
    body: example(DecideInput, { decision: 'approve' }),
    response: { 200: example(PaymentAnswer, examplePayments.created) },
  }
  const config = { refuses: [refusals.notReferred, refusals.noSuchPayment, refusals.locked, wrongFields] }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  server.post('/sandbox/payments/:id/decide', { onRequest, config, schema }, async (request) => {
    const support = { ...callerOf(request), principal: supportPrincipal }
    const decided = await decideReferral(app, support, pathId(request), request.body.decision)
    return paymentWire(decided, nowFor(app, support))
  })
}

function notOffered({ plan }: Payment): WrongField {
  return wrongValue('$.plan', `is not offered: ${offeredBy(plan).map(planName).join(', ')}`)
}

type Decision = (customer: Actor, id: string) => Promise<Payment>

function add(api: Api, move: string, summary: string, outcome: 'rejected' | 'expired', decide: Decision): void {
  const schema = {
    operationId: `${move}Payment`,
    summary: `As the customer: ${summary.toLowerCase()}`,
    description: `What the payment page does: a CREATED payment becomes ${outcome.toUpperCase()}.`,
    tags: ['Sandbox'],
    params: PaymentParams,
    response: { 200: example(PaymentAnswer, examplePayments[outcome]) },
  }
  const config = { bodyless: true, refuses }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  api.server.post(`/sandbox/payments/:id/${move}`, { onRequest, config, schema }, async (request) => {
    const customer = { ...callerOf(request), principal: customerPrincipal }
    return paymentWire(await decide(customer, pathId(request)), nowFor(api.app, customer))
  })
}
