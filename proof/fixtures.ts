import { type Caller, type Client, succeed } from '../testkit/client.ts'
import type { Operation } from '../testkit/conform.ts'
import { checkoutBody, type Merchant, newBuyer } from '../testkit/shop.ts'
import { uploadAttachment } from '../testkit/uploads.ts'
import { newPayment } from './new-payment.ts'

/**
 * The objects of one merchant: their ids fill the paths and bodies of requests, by the merchant itself or by strangers.
 */
export interface Fixtures {
  readonly session: string
  /** The payment of that session, without a decision. */
  readonly created: string
  readonly sessionToCancel: string
  readonly paymentToReject: string
  readonly paymentToCancel: string
  /** Support has to decide about it. */
  readonly referred: string
  readonly authorized: string
  readonly captured: string
  /** New, like the next two. */
  readonly dispute: string
  readonly disputeToApprove: string
  readonly disputeToWithdraw: string
  /** In review by support, like the next three. */
  readonly disputeToRefund: string
  readonly disputeToDecline: string
  readonly disputeToAskAbout: string
  /** With an amount that the merchant proposes. */
  readonly disputeToReduce: string
  /** Support waits for the customer's evidence. */
  readonly disputeToAnswer: string
  readonly attachment: string
  /** The merchant's public key. */
  readonly publicKey: string
  readonly webhook: string
  readonly disputeWebhook: string
  readonly notification: string
  /** A settlement of a closed day. */
  readonly settlement: string
  /** A rule that applies to no call of the proof. */
  readonly fault: string
  /** A call in the journal. */
  readonly journalRequest: string
  readonly certificate: string
}

export const storeHeader = { 'x-merchant-code': 'main' }

/**
 * Makes one of everything for the merchant, in live mode. The service must know the host shop.test. The rehearsal has
 * ended, unless `isRunOpen` asks for one that waits for a shop that never orders.
 */
export async function createFixtures(client: Client, { keys }: Merchant, isRunOpen = false): Promise<Fixtures> {
  const merchant = client.as(keys.live.secret, storeHeader)
  const call: Call = async (method, path, body) => succeed(await merchant.call(method, path, body)).body
  const hook = { url: 'https://shop.test/hook', header: { title: 'X-Auth', value: 'the value of the owner' } }
  const webhook = (await call('POST', '/api/v1/webhooks', hook)).id
  await call('PUT', '/sandbox/risk', { blocked: [{ email: 'blocked@example.com' }] })
  const disputeWebhook = (await call('POST', '/api/v1/dispute-webhooks', hook)).id
  await capturedPayment(merchant)
  await call('POST', '/sandbox/clock', { advance: 'P1D' })
  const { settlements } = await call('GET', '/api/v1/settlements')
  const captured = await capturedPayment(merchant)
  const newSession = () =>
    call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '340.00', { buyer: newBuyer() }))
  await call('PUT', '/sandbox/decision', { decision: 'refer', reasons: ['of the owner'] })
  const referred = (await newSession()).payment.id
  await call('PUT', '/sandbox/decision', { decision: 'approve', reasons: ['of the owner'] })
  const session = await newSession()
  const disputes = await openDisputes(merchant, call)
  const { notifications } = await call('GET', '/sandbox/notifications')
  const { fault } = await call('POST', '/sandbox/faults', rule)
  const { entries } = await call('GET', '/sandbox/journal')
  const journaled: Journaled[] = entries
  const rest = {
    authorized: await newPayment(merchant, 340_00, 'main'),
    attachment: succeed(await uploadAttachment(merchant)).body.id,
    sessionToCancel: (await newSession()).id,
    paymentToReject: (await newSession()).payment.id,
    paymentToCancel: (await newSession()).payment.id,
  }
  // The rehearsal comes last, because it would play with every new session.
  const { certificate } = await call('POST', '/sandbox/certificate', run)
  if (!isRunOpen) await call('DELETE', `/sandbox/certificate/${certificate.id}`)
  return {
    ...rest,
    referred,
    publicKey: keys.live.public,
    session: session.id,
    created: session.payment.id,
    captured,
    ...disputes,
    webhook,
    disputeWebhook,
    notification: notifications[0].id,
    settlement: settlements[0].id,
    fault: fault.id,
    certificate: certificate.id,
    journalRequest: journaled.find(({ kind }) => kind === 'request')?.request_id ?? '',
  }
}

interface Journaled {
  readonly kind: string
  readonly request_id: string
}

const run = { scenarios: ['plain', 'lost-answer'] }
const rule = { on: { notification: 'expired' }, do: { kind: 'drop' } }

// biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** Opens disputes in every status that a move needs, one for each move that must come first. */
async function openDisputes(merchant: Caller, call: Call) {
  const open = async (): Promise<string> => {
    const about = { payment_id: await capturedPayment(merchant), reason: 'product_issue' }
    return (await call('POST', '/sandbox/disputes', about)).dispute.id
  }
  const openInReview = async (): Promise<string> => {
    const id = await open()
    const reason = 'merchant_reason_order_amount_should_be_different'
    await call('POST', '/api/v1/disputes/challenge', { dispute_id: id, reason, amount: '100.00' })
    return id
  }
  const disputeToAnswer = await openInReview()
  await call('POST', `/sandbox/disputes/${disputeToAnswer}/request-evidence`, { from: 'customer' })
  return {
    dispute: await open(),
    disputeToApprove: await open(),
    disputeToWithdraw: await open(),
    disputeToRefund: await openInReview(),
    disputeToDecline: await openInReview(),
    disputeToAskAbout: await openInReview(),
    disputeToReduce: await openInReview(),
    disputeToAnswer,
  }
}

async function capturedPayment(merchant: Caller): Promise<string> {
  const id = await newPayment(merchant, 340_00, 'main')
  succeed(await merchant.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' }))
  return id
}

/** Operations of a throw-away sandbox. The proof's services are none, and refuse every secret key. */
export const ofThrowAway: readonly string[] = ['listSnapshots', 'takeSnapshot', 'deleteSnapshot', 'restoreSnapshot']

/** Returns the operation's path with the merchant's own ids. */
export function pathOf({ path, operationId }: Operation, fixtures: Fixtures): string {
  const id = ownId(path, operationId, fixtures)
  return path.replace(/\{\w+\}/, id) + (queries(fixtures)[operationId] ?? '')
}

function queries({ captured, publicKey }: Fixtures): Record<string, string> {
  return {
    listNotifications: `?payment_id=${captured}`,
    getSnippet: `?price=340.00&currency=AED&public_key=${publicKey}`,
    listMessages: '?phone=%2B971500000001',
    getProcessorReport: '?from=2020-01-01&to=2999-01-01',
  }
}

/** The fixture of each operation that needs one. */
const needs: Readonly<Record<string, keyof Fixtures>> = {
  cancelSession: 'sessionToCancel',
  rejectPayment: 'paymentToReject',
  cancelPayment: 'paymentToCancel',
  refundPayment: 'captured',
  getPlan: 'authorized',
  decidePayment: 'referred',
  payEarly: 'captured',
  changeCard: 'captured',
  withdrawDispute: 'disputeToWithdraw',
  refundDispute: 'disputeToRefund',
  declineDispute: 'disputeToDecline',
  requestEvidence: 'disputeToAskAbout',
  acceptDisputeAmount: 'disputeToReduce',
  provideCustomerEvidence: 'disputeToAnswer',
}

function ownId(path: string, operationId: string, fixtures: Fixtures): string {
  const own = needs[operationId]
  if (own !== undefined) return fixtures[own]
  if (path.includes('/faults/')) return fixtures.fault
  if (path.includes('/certificate/')) return fixtures.certificate
  if (path.includes('/journal/')) return fixtures.journalRequest
  if (path.includes('/checkout/')) return fixtures.session
  if (path.includes('/dispute-webhooks/')) return fixtures.disputeWebhook
  if (path.includes('/webhooks/')) return fixtures.webhook
  if (path.includes('/attachments/')) return fixtures.attachment
  if (path.includes('/disputes/')) return fixtures.dispute
  if (path.includes('/stores/')) return storeHeader['x-merchant-code']
  if (path.includes('/settlements/')) return fixtures.settlement
  if (path.includes('/notifications/')) return fixtures.notification
  if (path.startsWith('/sandbox/payments/')) return fixtures.created
  return fixtures.authorized
}

/** Returns a body that the operation would accept from the merchant itself. */
export function bodyOf({ operationId, path }: Operation, fixtures: Fixtures): unknown {
  if (path.startsWith('/sandbox/disputes/')) return { from: 'merchant', content: 'seen', comment: 'seen' }
  return bodies(fixtures)[operationId]
}

const plans = [
  { count: 4, period: 'P1M', max_amount: '1000.00' },
  { count: 6, period: 'P1M', down_payment: '10.00' },
]

function bodies({ dispute, disputeToApprove, captured }: Fixtures): Record<string, unknown> {
  const moved = { amount: '1.00', reference_id: 'proof' }
  const hook = { url: 'https://shop.test/other' }
  const movedHook = { url: 'https://shop.test/moved' }
  return {
    createSession: checkoutBody('main', 'AED', '340.00'),
    capturePayment: moved,
    refundPayment: moved,
    authorizePayment: { card: '5555555555554444' },
    payEarly: { what: 'next' },
    changeCard: { number: '5555555555554444' },
    updatePayment: { order: { reference_id: 'proof' } },
    createWebhook: hook,
    updateWebhook: movedHook,
    createDisputeWebhook: hook,
    updateDisputeWebhook: movedHook,
    approveDisputes: { dispute_ids: [disputeToApprove] },
    challengeDisputes: { dispute_id: dispute, reason: 'merchant_reason_other', description: 'no' },
    provideEvidence: { content: 'seen' },
    openDispute: { payment_id: captured, reason: 'not_delivered' },
    advanceClock: { advance: 'PT0S' },
    createMerchant: { name: 'Proof', region: 'uae', stores: [{ merchant_code: 'main', country: 'AE' }] },
    uploadAttachment: '{}',
    createFault: rule,
    createCertificate: run,
    skipScenario: { scenario: 'plain' },
    updateFault: rule,
    rotateSigning: { merchant_code: 'main' },
    putStorePlans: { plans },
    putDecisionDouble: { decision: 'approve', reasons: ['proof'] },
    decidePayment: { decision: 'approve' },
    putRisk: { rules: { max_orders_per_day: 9 }, blocked: [{ phone: '+971500000009' }] },
  }
}
