import type { FastifyRequest } from 'fastify'
import { changeStoreWithin } from '../../money/obligations/change-store-within.ts'
import { readOffers } from '../../money/obligations/read-offers.ts'
import { examplePlans, PlansAnswer, PlansInput } from '../../money/obligations/schemas.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Guard } from '../../platform/http/guard.ts'
import { readBody, validatorCompiler } from '../../platform/http/read-body.ts'
import { type BodyOf, example } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { findStoreByCode, type Store } from '../../platform/merchants/merchant.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { termsRecordOf } from '../../platform/merchants/stores/plan-terms.ts'

const tags = ['Sandbox']
const path = '/sandbox/stores/:merchant_code/plans'
const params = Type.Object({ merchant_code: Type.String() })
const refuses = [refusals.noSuchStore]

/** Adds `GET` and `PUT /sandbox/stores/{merchant_code}/plans` (docs/contract/terms.md#where-they-are-set). */
export function addStorePlanRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addGetPlans(api, secretKey)
  addPutPlans(api, secretKey)
}

function addGetPlans({ server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'getStorePlans',
    summary: 'Read the plans that a store offers',
    description: 'The terms of its next sessions, in the order of offering; none: four monthly parts without a fee.',
    tags,
    params,
    response: { 200: PlansAnswer },
  }
  server.get(path, { onRequest, config: { bodyless: true, refuses }, schema }, async (request) =>
    plansWire(requireStore(request)),
  )
}

function addPutPlans({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'putStorePlans',
    summary: 'Replace the plans that a store offers',
    description:
      "The terms of its next sessions, in both modes: the first whose range holds an order's amount is the first choice. An empty list: the standard terms again. What is beyond the profile of the store's market is refused, unless responsibility is accepted.",
    tags,
    params,
    body: example(PlansInput, examplePlans),
    response: { 200: PlansAnswer },
  }
  server.put(path, { onRequest, validatorCompiler, config: { refuses }, schema }, async (request) => {
    const { merchantId, principal } = callerOf(request)
    const { merchantCode } = requireStore(request)
    const read = (store: Store) => {
      const { offers, accepted } = readBody(PlansInput, request.body, (given, wrong) => {
        // Otherwise a forgotten list would remove all plans.
        if (given.plans === undefined) wrong.push({ field: '$.plans', code: 'required', message: 'is required' })
        return readOffers(given, store, '$', wrong)
      })
      return { settings: { offers }, accepted }
    }
    return plansWire(await changeStoreWithin(app, merchantId, merchantCode, read, principal.name))
  })
}

/** Returns the store of the path. Refuses with 404 an unknown one. */
function requireStore(request: FastifyRequest): Store {
  const { merchant_code: code = '' } = request.params as { merchant_code?: string }
  const store = findStoreByCode(callerOf(request).stores, code)
  if (store === undefined) throw refusals.noSuchStore()
  return store
}

function plansWire({ offers: { terms, feeRefund }, currency }: Store): BodyOf<typeof PlansAnswer> {
  return { plans: terms.map((one) => termsRecordOf(one, currency)), service_fee_refund: feeRefund }
}
