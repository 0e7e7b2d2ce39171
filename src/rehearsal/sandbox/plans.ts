import { throwLostAnswer } from '../../money/charges/lost-answer.ts'
import { examplePaidPlan, PlanAnswer } from '../../money/collections/answers.ts'
import { changeCard } from '../../money/collections/change-card.ts'
import { getPlan } from '../../money/collections/get-plan.ts'
import { answerBank } from '../../money/collections/later-charges.ts'
import { payEarly } from '../../money/collections/pay-early.ts'
import { refusals as collectionRefusals } from '../../money/collections/refusals.ts'
import { planWire } from '../../money/collections/wire.ts'
import { refusals } from '../../money/payments/refusals.ts'
import { requirePaymentId } from '../../money/payments/routes.ts'
import { PaymentParams } from '../../money/payments/schemas.ts'
import { type EarlyChoice, earlyChoices } from '../../money/plans/charge-amounts.ts'
import { customer as customerPrincipal } from '../../platform/base/principal.ts'
import { wrongFields } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { pathId } from '../../platform/http/guard.ts'
import { example, text } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { takeCard } from './card-number.ts'

const tags = ['Sandbox']
const { noPlan, nothingToPay, cardDeclined, chargeUnderWay } = collectionRefusals
const held = [refusals.noSuchPayment, refusals.locked, noPlan]

/** Adds the routes of a customer's plan: `GET /sandbox/payments/{id}/plan`, `POST …/pay` and `POST …/card`. */
export function addSandboxPlanRoutes(api: Api): void {
  addGetPlan(api)
  addPay(api)
  addChangeCard(api)
}

function addGetPlan(api: Api): void {
  const schema = {
    operationId: 'getPlan',
    summary: "Read a payment's plan",
    description: 'What the customer owes and has paid, with every charge and what went back to the card.',
    tags,
    params: PaymentParams,
    response: { 200: PlanAnswer },
  }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  api.server.get(
    '/sandbox/payments/:id/plan',
    { onRequest, config: { bodyless: true, refuses: held }, schema },
    async (request) => planWire(await getPlan(api.app, callerOf(request), pathId(request))),
  )
}

function addPay(api: Api): void {
  const schema = {
    operationId: 'payEarly',
    summary: 'As the customer: pay now',
    description:
      'Charges the card of the payment: the next instalment, all that is overdue, or all, and never more than is captured. A bank that asks is told yes. Of a card that is never answered the charge stays open.',
    tags,
    params: PaymentParams,
    body: example(Type.Object({ what: Type.Unsafe<EarlyChoice>({ type: 'string', enum: [...earlyChoices] }) }), {
      what: 'next',
    }),
    response: { 200: example(PlanAnswer, { plan: examplePaidPlan }) },
  }
  const config = { refuses: [...held, nothingToPay, cardDeclined, chargeUnderWay] }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  api.server.post('/sandbox/payments/:id/pay', { onRequest, config, schema }, async (request) => {
    const customer = { ...callerOf(request), principal: customerPrincipal }
    const id = pathId(request)
    const { charge, lost } = await payEarly(api.app, customer, id, request.body.what)
    // A bank's challenge is accepted, as at checkout.
    const trouble = lost ?? (await answerBank(api.app, customer, charge, true))
    const plan = await getPlan(api.app, customer, id)
    if (plan.collection.chargeId === charge.id) throwLostAnswer(trouble, refusals.locked)
    return planWire(plan)
  })
}

function addChangeCard(api: Api): void {
  const schema = {
    operationId: 'changeCard',
    summary: 'As the customer: use another card',
    description: 'Later parts of this payment are charged to it; what is due is tried at the next 09:00.',
    tags,
    params: PaymentParams,
    body: example(Type.Object({ number: text() }), { number: '4242424242424242' }),
    response: { 200: PlanAnswer },
  }
  const config = { refuses: [...held, chargeUnderWay, wrongFields] }
  const onRequest = [requireKey(api, 'none'), requirePaymentId]
  api.server.post('/sandbox/payments/:id/card', { onRequest, config, schema }, async (request) => {
    const customer = { ...callerOf(request), principal: customerPrincipal }
    const id = pathId(request)
    await changeCard(api.app, customer, id, await takeCard(api.app, customer, request.body.number, '$.number'))
    return planWire(await getPlan(api.app, customer, id))
  })
}
