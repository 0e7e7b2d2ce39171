import { setTimeout as pause } from 'node:timers/promises'
import { returnUrl } from '../../money/checkout/sessions/session.ts'
import { findMerchantUrls } from '../../money/checkout/sessions/sessions.ts'
import { getPayment } from '../../money/payments/get-payment.ts'
import { notificationBody } from '../../money/payments/notification.ts'
import { authorize } from '../../money/payments/transitions/checkout.ts'
import type { OutboundRequest, OutboundResult } from '../../platform/adapters/outbound.ts'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { makeMessages } from '../../platform/webhooks/delivery/message.ts'
import { forgeRequests, wrongIn } from '../faults/deliveries/forge.ts'
import type { Forgery } from '../faults/fault.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { writeJournal } from '../journal/write-journal.ts'
import type { RedirectFacts } from './facts.ts'
import { paidClaimIn } from './paid-claim.ts'
import type { Scenario } from './rehearsal.ts'

/** What an action on a payment needs. */
export interface ActionContext {
  /** The customer that the sandbox plays. */
  readonly actor: Actor
  readonly paymentId: PaymentId
  readonly forgeries: Scenario['forgeries']
}

/**
 * Sends forged `authorized` notifications to the payment's webhooks, one per kind that the receiver can detect. The
 * journal has the results under the ids of the kinds. Refuses if the payment is not open.
 */
export async function sendForged(app: App, stage: ActionContext): Promise<void> {
  const { actor, paymentId, forgeries } = stage
  const { merchantId, isTest } = actor
  const payment = await getPayment(app, actor, paymentId)
  const { body } = notificationBody(authorize(payment, null, nowFor(app, actor)).after)
  const set = { merchantId, storeId: payment.storeId, isTest, family: 'payment' } as const
  const messages = await makeMessages(app, set, body)
  const requests = messages.flatMap((message) => forgeRequests(message, app.clock.now(), null))
  const ids = new Map(forgeries.map(({ id, as }) => [as, id]))
  const sent = requests.flatMap(([as, request]) => {
    const id = ids.get(as)
    return id === undefined ? [] : [withTimeout(post(app, stage, as, id, request))]
  })
  await Promise.all(sent)
}

async function post(
  app: App,
  { actor: { merchantId, isTest }, paymentId }: ActionContext,
  as: Forgery,
  id: string,
  request: OutboundRequest,
): Promise<OutboundResult> {
  const startedAt = app.clock.now()
  const result = await app.outbound.post(request)
  const notificationId = request.headers['Webhook-Id'] ?? ''
  const attempt = { merchantId, isTest, paymentId, notificationId, startedAt, request, result }
  const summary = `Sent the webhook something that is not ours: its ${wrongIn[as]} is wrong.`
  await writeJournal(app, { ...deliveryEntry({ ...attempt, disputeId: null, number: 1 }, id), summary })
  return result
}

/** Opens the session's success address, as a returning customer. Returns nothing if the session has no http address. */
export async function visitShop(app: App, { actor, paymentId }: ActionContext): Promise<RedirectFacts[]> {
  const urls = await findMerchantUrls(app, actor, paymentId)
  const url = returnUrl(urls?.success ?? null, paymentId)
  if (url === null || !/^https?:/i.test(url)) return []
  const at = app.clock.now()
  const page = await withTimeout(followRedirects(app, url))
  if (page?.kind !== 'answered') return [{ paymentId, at, status: null, claim: null }]
  const { status, answer } = page
  return [{ paymentId, at, status, claim: status < 300 ? paidClaimIn(answer) : null }]
}

const mostRedirects = 5

async function followRedirects(app: App, url: string): Promise<OutboundResult> {
  let [place, result] = [url, await app.outbound.visit(url)]
  for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
    if (result.kind !== 'answered' || result.location === undefined || !isRedirect(result.status)) break
    if (!URL.canParse(result.location, place)) break
    place = new URL(result.location, place).href
    if (!/^https?:/i.test(place)) break
    result = await app.outbound.visit(place)
  }
  return result
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Longest wait for the shop's answer. */
const patienceMs = 5 * second

/** Returns the result of a request, or undefined after five seconds. */
export function withTimeout(sent: Promise<OutboundResult>): Promise<OutboundResult | undefined> {
  return Promise.race([sent, pause(patienceMs, undefined, { ref: false })])
}
