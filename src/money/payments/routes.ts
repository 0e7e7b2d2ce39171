import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import { sendJson } from '../../platform/http/answers.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { mostListed, readPageQuery } from '../../platform/http/page-query.ts'
import { example } from '../../platform/http/schemas.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { PaymentAnswer, PaymentPageAnswer } from './answers.ts'
import { capturePayment } from './capture-payment.ts'
import { closePayment } from './close-payment.ts'
import { defaultFilter, listFilters } from './counted-list/list-filter.ts'
import { type ListRequest, listPayments } from './counted-list/list-payments.ts'
import { exampleCapture, examplePayments, exampleRefund, exampleUpdate } from './examples.ts'
import { getPaymentAnswer } from './get-payment-answer.ts'
import { judgeMovement } from './movement-rules.ts'
import { decimals } from './order.ts'
import type { Payment } from './payment.ts'
import { refundPayment } from './refund-payment.ts'
import { refusals } from './refusals.ts'
import { CaptureInput, ListQuery, PaymentParams, RefundInput, UpdateInput } from './schemas.ts'
import { updatePayment } from './update-payment.ts'
import { pageJson, paymentJson, paymentWire } from './wire.ts'

const tags = ['Payments']
const decode = refusals.undecoded.text
const held = [refusals.noSuchPayment, refusals.locked]
// The payment's store decides which rules check the body; the reference shows the strict ones.
const judgedInHandler = () => () => true
const changing = [...held, refusals.held]

/** A guard that refuses a path without a payment's id. */
export const requirePaymentId = requirePathId('invalid payment id')

/** The payment operations (docs/contract/payments.md). */
export function addPaymentRoutes(api: Api): void {
  const [read, capture, refund] = [requireKey(api, 'read'), requireKey(api, 'capture'), requireKey(api, 'refund')]
  addListPayments(api, [read])
  addGetPayment(api, [read, requirePaymentId])
  addUpdatePayment(api, [capture, requirePaymentId])
  addCapturePayment(api, [capture, requirePaymentId])
  addClosePayment(api, [capture, requirePaymentId])
  addRefundPayment(api, [refund, requirePaymentId])
}

function addListPayments({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'listPayments',
    summary: 'List payments',
    description: 'Payments in status AUTHORIZED or CLOSED, or those of the filter, newest first.',
    tags,
    querystring: ListQuery,
    response: { 200: PaymentPageAnswer },
  }
  const options = { onRequest, preValidation: readLeniently, config: { texts: { decode } }, schema }
  server.get('/api/v2/payments', options, async (request, reply) => {
    const list = readListRequest(request)
    const page = await listPayments(app, callerOf(request), list, paymentJson)
    const pagination = { limit: list.limit, offset: list.offset, total_count: page.totalCount }
    return sendJson(reply, pageJson(page.payments, pagination))
  })
}

function addGetPayment({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getPayment',
    summary: 'Read a payment',
    description: "A payment of the key's own merchant and mode, as it is at this moment.",
    tags,
    params: PaymentParams,
    response: { 200: PaymentAnswer },
  }
  server.get('/api/v2/payments/:id', { onRequest, config: { refuses: held }, schema }, async (request, reply) =>
    sendJson(reply, await getPaymentAnswer(app, callerOf(request), pathId(request))),
  )
}

function addUpdatePayment({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'updatePayment',
    summary: "Change the order's reference",
    description: 'Changes `order.reference_id` only, in any status; other members are ignored.',
    tags,
    params: PaymentParams,
    body: example(UpdateInput, exampleUpdate),
    response: { 200: example(PaymentAnswer, examplePayments.updated) },
  }
  const config = { texts: { decode }, refuses: changing }
  server.put('/api/v2/payments/:id', { onRequest, config, schema }, async (request) => {
    const reference = request.body.order?.reference_id ?? undefined
    return show(app, request, await updatePayment(app, callerOf(request), pathId(request), reference))
  })
}

function addCapturePayment({ app, server }: Api, onRequest: Guard[]): void {
  const { alreadyClosed, captureNotAuthorized, captureTooLarge, tooManyMovements } = refusals
  const refuses = [alreadyClosed, captureNotAuthorized, captureTooLarge, tooManyMovements, ...changing]
  const schema = {
    operationId: 'capturePayment',
    summary: 'Capture a payment',
    description:
      'Captures all or a part of an AUTHORIZED payment. Idempotent by `reference_id`: the same one again moves nothing and answers the payment as it is.',
    tags,
    params: PaymentParams,
    body: example(CaptureInput, exampleCapture),
    response: { 200: PaymentAnswer },
  }
  const config = { texts: { decode, empty: 'EOF' }, refuses, decimals }
  server.post(
    '/api/v2/payments/:id/captures',
    { onRequest, config, schema, validatorCompiler: judgedInHandler },
    async (request) => {
      const [caller, id] = [callerOf(request), pathId(request)]
      await judgeMovement(app, caller, id, 'capture', request.body ?? null)
      return show(app, request, await capturePayment(app, caller, id, request.body))
    },
  )
}

function addClosePayment({ app, server }: Api, onRequest: Guard[]): void {
  const { alreadyClosed, closeNotAuthorized, closeExpired } = refusals
  const config = { bodyless: true, refuses: [alreadyClosed, closeNotAuthorized, closeExpired, ...changing] }
  const schema = {
    operationId: 'closePayment',
    summary: 'Close a payment',
    description:
      'Closes an AUTHORIZED payment: what is not captured will not be delivered, and what was paid for it goes back.',
    tags,
    params: PaymentParams,
    response: { 200: example(PaymentAnswer, examplePayments.closed) },
  }
  server.post('/api/v2/payments/:id/close', { onRequest, config, schema }, async (request) =>
    show(app, request, await closePayment(app, callerOf(request), pathId(request))),
  )
}

function addRefundPayment({ app, server }: Api, onRequest: Guard[]): void {
  const { refundNotCaptured, refundTooLate, refundNotPositive, refundTooLarge, tooManyMovements, disputed } = refusals
  const refuses = [
    refundNotCaptured,
    refundTooLate,
    refundNotPositive,
    refundTooLarge,
    tooManyMovements,
    ...changing,
    disputed,
  ]
  const schema = {
    operationId: 'refundPayment',
    summary: 'Refund a payment',
    description:
      'Refunds captured money of a CLOSED payment, in full or in parts. Idempotent by `reference_id`: the same one again moves nothing.',
    tags,
    params: PaymentParams,
    body: example(RefundInput, exampleRefund),
    response: { 200: example(PaymentAnswer, examplePayments.refunded) },
  }
  const config = { texts: { decode, empty: 'EOF' }, refuses, decimals }
  server.post(
    '/api/v2/payments/:id/refunds',
    { onRequest, config, schema, validatorCompiler: judgedInHandler },
    async (request) => {
      const [caller, id] = [callerOf(request), pathId(request)]
      await judgeMovement(app, caller, id, 'refund', request.body ?? null)
      return show(app, request, await refundPayment(app, caller, id, request.body))
    },
  )
}

function show(app: App, request: FastifyRequest, payment: Payment): PaymentAnswer {
  return paymentWire(payment, nowFor(app, callerOf(request)))
}

// For a merchant whose stores are all lenient (docs/contract/checkout.md#lenient-stores).
async function readLeniently(request: FastifyRequest): Promise<void> {
  if (callerOf(request).stores.some(({ checkout }) => checkout === 'strict')) return
  const sent = Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== '')
  request.query = Object.fromEntries(
    sent.map(([name, value]) => {
      if (name === 'status' && typeof value === 'string') return [name, value.toLowerCase()]
      const isAbove = name === 'limit' && /^\d{2,9}$/.test(String(value)) && Number(value) > mostListed
      return [name, isAbove ? String(mostListed) : value]
    }),
  )
}

function readListRequest(request: FastifyRequest): ListRequest {
  const query = request.query as Record<string, string | undefined>
  const kinds = query['status'] === undefined ? defaultFilter : listFilters[query['status']]
  const page = readPageQuery(query)
  if (kinds === undefined) throw refusals.undecoded()
  return { kinds, ...page }
}
