import { customer as customerPrincipal } from '../base/principal.ts'
import type { Api } from '../http/api.ts'
import { pathId } from '../http/path-ids.ts'
import { type Actor, type Caller, nowFor } from '../merchants/caller.ts'
import { callerOf, requireKey } from '../merchants/guards.ts'
import { PaymentAnswer } from '../payments/answers.ts'
import { authorizePayment } from '../payments/authorize-payment.ts'
import { expirePayment } from '../payments/expire-payment.ts'
import { getPayment } from '../payments/get-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { refusals } from '../payments/refusals.ts'
import { rejectPayment } from '../payments/reject-payment.ts'
import { requirePaymentId } from '../payments/routes.ts'
import { PaymentParams } from '../payments/schemas.ts'
import { paymentWire } from '../payments/wire.ts'

/** What the customer would do on the hosted page: `POST /sandbox/payments/{id}/authorize`, `/reject`, `/cancel`. */
export function addSandboxPaymentRoutes(api: Api): void {
  const { app } = api
  add(api, 'authorize', 'Accept and pay the first part', 'AUTHORIZED', async (caller, customer, id) => {
    const payment = await getPayment(app, customer, id)
    // The page is closed to the customer when the session's time is over, a while before the payment expires.
    if (payment.status === 'CREATED' && nowFor(app, customer) >= payment.expiresAt) throw refusals.notOpen()
    const store = caller.stores.find((candidate) => candidate.id === payment.storeId)
    await authorizePayment(app, app.db, customer, payment, store?.autoCaptureSeconds ?? null)
    return getPayment(app, customer, id)
  })
  add(api, 'reject', 'Be refused', 'REJECTED', (_caller, customer, id) => rejectPayment(app, customer, id))
  add(api, 'cancel', 'Leave', 'EXPIRED', async (_caller, customer, id) =>
    expirePayment(app, app.db, customer, await getPayment(app, customer, id)),
  )
}

type Decision = (caller: Caller, customer: Actor, id: string) => Promise<Payment>

function add(api: Api, move: string, summary: string, outcome: string, decide: Decision): void {
  const schema = {
    operationId: `${move}Payment`,
    summary: `As the customer: ${summary.toLowerCase()}`,
    description: `What the payment page does: a CREATED payment becomes ${outcome}.`,
    tags: ['Sandbox'],
    params: PaymentParams,
    response: { 200: PaymentAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.notOpen, refusals.noSuchPayment, refusals.locked] }
  const onRequest = [requireKey(api), requirePaymentId]
  api.server.post(`/sandbox/payments/:id/${move}`, { onRequest, config, schema }, async (request) => {
    const caller = callerOf(request)
    return paymentWire(await decide(caller, { ...caller, principal: customerPrincipal }, pathId(request)))
  })
}
