import type { FastifyRequest } from 'fastify'
import { badData } from '../base/refusals.ts'
import { type Instant, parseInstant } from '../base/times.ts'
import type { Api } from '../http/api.ts'
import { pathId, requirePathId } from '../http/path-ids.ts'
import { example, failures } from '../http/schemas.ts'
import { callerOf, requireKey } from '../merchants/guards.ts'
import { PaymentAnswer, PaymentPageAnswer } from './answers.ts'
import { capturePayment } from './capture-payment.ts'
import { closePayment } from './close-payment.ts'
import { defaultFilter, listFilters } from './counted-list/list-filter.ts'
import { type ListRequest, listPayments } from './counted-list/list-payments.ts'
import { getPayment } from './get-payment.ts'
import { refundPayment } from './refund-payment.ts'
import { CaptureInput, ListQuery, PaymentParams, RefundInput, UpdateInput } from './schemas.ts'
import { updatePayment } from './update-payment.ts'
import { pageJson, paymentJson, paymentWire } from './wire.ts'

const tags = ['Payments']
const invalidId = 'invalid payment id'
const keyTexts = { 401: 'invalid secret key; api key not found', 403: 'merchant region does not match cluster region' }
const found = { 404: 'no such payment' }
const undecoded = { decode: 'failed to decode request' }
const movedTexts = { decode: 'failed to decode request', empty: 'EOF' }

/** The payment operations (specification, Endpoints, Payments; decisions section 6). */
export function addPaymentRoutes(api: Api): void {
  const { app, server } = api
  const secretKey = requireKey(api)
  const onePayment = [secretKey, requirePathId(invalidId)]

  server.get(
    '/api/v2/payments',
    {
      onRequest: secretKey,
      config: { texts: undecoded },
      schema: {
        operationId: 'listPayments',
        summary: 'List payments',
        description: 'Payments in status AUTHORIZED or CLOSED, or those of the filter, newest first.',
        tags,
        querystring: ListQuery,
        response: { 200: PaymentPageAnswer, ...failures({ 400: undecoded.decode, ...keyTexts }) },
      },
    },
    async (request, reply) => {
      const list = readListRequest(request)
      const page = await listPayments(app, callerOf(request), list, paymentJson)
      const pagination = { limit: list.limit, offset: list.offset, total_count: page.totalCount }
      return reply.type('application/json; charset=utf-8').send(pageJson(page.payments, pagination))
    },
  )

  server.get(
    '/api/v2/payments/:id',
    {
      onRequest: onePayment,
      schema: {
        operationId: 'getPayment',
        summary: 'Read a payment',
        description: "A payment of the key's own merchant and mode, as it is at this moment.",
        tags,
        params: PaymentParams,
        response: { 200: PaymentAnswer, ...failures({ 400: invalidId, ...keyTexts, ...found, 409: locked }) },
      },
    },
    async (request) => paymentWire(await getPayment(app, callerOf(request), pathId(request))),
  )

  server.put(
    '/api/v2/payments/:id',
    {
      onRequest: onePayment,
      config: { texts: undecoded },
      schema: {
        operationId: 'updatePayment',
        summary: "Change the order's reference",
        description: 'Changes `order.reference_id` only, in any status; other members are ignored.',
        tags,
        params: PaymentParams,
        body: example(UpdateInput, { order: { reference_id: '1001-B' } }),
        response: {
          200: PaymentAnswer,
          ...failures({ 400: updateTexts, ...keyTexts, ...found, 409: locked }),
        },
      },
    },
    async (request) => {
      const reference = request.body.order?.reference_id ?? undefined
      return paymentWire(await updatePayment(app, callerOf(request), pathId(request), reference))
    },
  )

  server.post(
    '/api/v2/payments/:id/captures',
    {
      onRequest: onePayment,
      config: { texts: movedTexts },
      schema: {
        operationId: 'capturePayment',
        summary: 'Capture a payment',
        description:
          'Captures all or a part of an AUTHORIZED payment. The same `reference_id` again moves nothing and answers the payment as it is.',
        tags,
        params: PaymentParams,
        body: example(CaptureInput, { amount: '340.00', reference_id: '1001-cap-1' }),
        response: { 200: PaymentAnswer, ...failures({ 400: captureTexts, ...keyTexts, ...found, 409: locked }) },
      },
    },
    async (request) => paymentWire(await capturePayment(app, callerOf(request), pathId(request), request.body)),
  )

  server.post(
    '/api/v2/payments/:id/close',
    {
      onRequest: onePayment,
      config: { bodyless: true },
      schema: {
        operationId: 'closePayment',
        summary: 'Close a payment',
        description:
          'Closes an AUTHORIZED payment: what is not captured will not be delivered, and what was paid for it goes back.',
        tags,
        params: PaymentParams,
        response: { 200: PaymentAnswer, ...failures({ 400: closeTexts, ...keyTexts, ...found, 409: locked }) },
      },
    },
    async (request) => paymentWire(await closePayment(app, callerOf(request), pathId(request))),
  )

  server.post(
    '/api/v2/payments/:id/refunds',
    {
      onRequest: onePayment,
      config: { texts: movedTexts },
      schema: {
        operationId: 'refundPayment',
        summary: 'Refund a payment',
        description:
          'Refunds captured money of a CLOSED payment, in full or in parts. The same `reference_id` again moves nothing.',
        tags,
        params: PaymentParams,
        body: example(RefundInput, {
          amount: '50.00',
          reference_id: '1001-ref-1',
          reason: 'customer returned one item',
        }),
        response: {
          200: PaymentAnswer,
          ...failures({ 400: refundTexts, ...keyTexts, ...found, 409: refundConflicts }),
        },
      },
    },
    async (request) => paymentWire(await refundPayment(app, callerOf(request), pathId(request), request.body)),
  )
}

const updateTexts = `${invalidId}; ${undecoded.decode}; or the list of wrong fields`
const locked = 'could not acquire lock: payment is locked'
const refundConflicts = `${locked}; payment is disputed`
const captureTexts = `${invalidId}; failed to decode request; EOF; already closed; could not capture not authorized payments; could not capture more than not captured yet; too many movements on this payment; or the list of wrong fields`
const closeTexts = `${invalidId}; already closed; only authorized payments can be closed; could not cancel payment: payment was already expired`
const refundTexts = `${invalidId}; failed to decode request; EOF; can not refund payment that has no captures and not closed; refund amount is less then or equals zero; refund amount should be less or equal than billed amount; too many movements on this payment; or the list of wrong fields`

function readListRequest(request: FastifyRequest): ListRequest {
  const query = request.query as Record<string, string | undefined>
  const kinds = query['status'] === undefined ? defaultFilter : listFilters[query['status']]
  const limit = readCount(query['limit'] ?? '20')
  const offset = readCount(query['offset'] ?? '0')
  if (kinds === undefined || limit < 1 || limit > 20) throw badData(undecoded.decode)
  const createdFrom = readInstant(query['created_at__gte'])
  return { kinds, createdFrom, createdTo: readInstant(query['created_at__lte']), limit, offset }
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badData(undecoded.decode)
  return Number(text)
}

// A `+` of an offset that a client did not encode arrives as a space.
function readInstant(text: string | undefined): Instant | null {
  if (text === undefined) return null
  const at = parseInstant(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  if (at === undefined) throw badData(undecoded.decode)
  return at
}
