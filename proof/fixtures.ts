import { smallPng } from '../test/support/disputes.ts'
import { type Client, openClient } from '../testkit/client.ts'
import type { Operation } from '../testkit/conform.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { type Merchant, newPayment, succeed } from './shop.ts'
import type { Stand } from './test-environment.ts'

/** What one merchant has: what the paths and bodies of requests are filled with, by itself or by strangers. */
export interface Belongings {
  readonly session: string
  /** Of that session, not decided yet. */
  readonly created: string
  readonly sessionToCancel: string
  readonly paymentToReject: string
  readonly paymentToCancel: string
  readonly authorized: string
  readonly captured: string
  /** New, as are the next two. */
  readonly dispute: string
  readonly disputeToApprove: string
  readonly disputeToWithdraw: string
  /** In review by support, as are the next three. */
  readonly disputeToRefund: string
  readonly disputeToDecline: string
  readonly disputeToAskAbout: string
  /** With an amount that the merchant proposes. */
  readonly disputeToReduce: string
  /** Support waits for what the customer has to show. */
  readonly disputeToAnswer: string
  readonly attachment: string
  readonly webhook: string
  readonly disputeWebhook: string
  readonly notification: string
}

/** Gives the merchant one of everything, in live mode. The service must know the host shop.test. */
export async function acquire({ service }: Pick<Stand, 'service'>, merchant: Merchant): Promise<Belongings> {
  const client = openClient(service.urls.uae, merchant.keys.live.secret, 4)
  const call = async (method: string, path: string, body?: unknown) =>
    succeed(await client.call(method, path, body, undefined, storeHeader)).body
  try {
    const hook = { url: 'https://shop.test/hook', header: { title: 'X-Auth', value: 'the value of the owner' } }
    const webhook = (await call('POST', '/api/v1/webhooks', hook)).id
    const disputeWebhook = (await call('POST', '/api/v1/dispute-webhooks', hook)).id
    const captured = await capturedPayment(client)
    const newSession = () => call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '340.00', {}, {}))
    const session = await newSession()
    const disputes = await openDisputes(client, call)
    const { notifications } = await call('GET', '/sandbox/notifications')
    return {
      session: session.id,
      created: session.payment.id,
      sessionToCancel: (await newSession()).id,
      paymentToReject: (await newSession()).payment.id,
      paymentToCancel: (await newSession()).payment.id,
      authorized: await newPayment(client, 340_00, 'main'),
      captured,
      ...disputes,
      attachment: await upload(client, merchant.keys.live.secret),
      webhook,
      disputeWebhook,
      notification: notifications[0].id,
    }
  } finally {
    await client.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** Disputes in every status that a move needs, one for each move that no other may come before. */
async function openDisputes(client: Client, call: Call) {
  const open = async (): Promise<string> => {
    const about = { payment_id: await capturedPayment(client), reason: 'product_issue' }
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

export const storeHeader = { 'x-merchant-code': 'main' }

async function capturedPayment(client: Client): Promise<string> {
  const id = await newPayment(client, 340_00, 'main')
  succeed(await client.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' }))
  return id
}

async function upload({ baseUrl }: Client, key: string): Promise<string> {
  const form = new FormData()
  form.append('attachment', new Blob([new Uint8Array(smallPng)]), 'proof.png')
  const url = `${baseUrl}/api/v1/disputes/attachments/upload`
  const response = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { id: string }).id
}

/** The operation's path with the merchant's own ids in it. */
export function pathOf({ path, operationId }: Operation, things: Belongings): string {
  const id = ownId(path, operationId, things)
  const query = operationId === 'listNotifications' ? `?payment_id=${things.captured}` : ''
  return path.replace(/\{\w+\}/, id) + query
}

/** Of the operations that need something of their own, what that is. */
const needs: Readonly<Record<string, keyof Belongings>> = {
  cancelSession: 'sessionToCancel',
  rejectPayment: 'paymentToReject',
  cancelPayment: 'paymentToCancel',
  refundPayment: 'captured',
  'sandbox-withdraw': 'disputeToWithdraw',
  'sandbox-refund': 'disputeToRefund',
  'sandbox-decline': 'disputeToDecline',
  'sandbox-request-evidence': 'disputeToAskAbout',
  'sandbox-accept-amount': 'disputeToReduce',
  'sandbox-provide-evidence': 'disputeToAnswer',
}

function ownId(path: string, operationId: string, things: Belongings): string {
  const own = needs[operationId]
  if (own !== undefined) return things[own]
  if (path.includes('/checkout/')) return things.session
  if (path.includes('/dispute-webhooks/')) return things.disputeWebhook
  if (path.includes('/webhooks/')) return things.webhook
  if (path.includes('/attachments/')) return things.attachment
  if (path.includes('/disputes/')) return things.dispute
  if (path.includes('/notifications/')) return things.notification
  if (path.startsWith('/sandbox/payments/')) return things.created
  return things.authorized
}

/** A body that the operation would take from the merchant itself. */
export function bodyOf({ operationId }: Operation, things: Belongings): unknown {
  if (operationId.startsWith('sandbox-')) return { from: 'merchant', content: 'seen', comment: 'seen' }
  return bodies(things)[operationId]
}

function bodies({ dispute, disputeToApprove, captured }: Belongings): Record<string, unknown> {
  const moved = { amount: '1.00', reference_id: 'proof' }
  const hook = { url: 'https://shop.test/other' }
  const movedHook = { url: 'https://shop.test/moved' }
  return {
    createSession: checkoutBody('main', 'AED', '340.00', {}, {}),
    capturePayment: moved,
    refundPayment: moved,
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
  }
}
