import { authorizeWithCard } from '../../money/checkout/charges/authorize-with-card.ts'
import { openDisputeOn } from '../../money/disputes/actions/open-dispute.ts'
import { expirePayment, rejectPayment } from '../../money/payments/checkout-changes.ts'
import { closePayment } from '../../money/payments/close-payment.ts'
import { getPayment } from '../../money/payments/get-payment.ts'
import { completeNotification } from '../../money/payments/notification.ts'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { service } from '../../platform/base/principal.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { listNotifications } from '../../platform/webhooks/notifications/notifications.ts'
import { resendNotification } from '../../platform/webhooks/notifications/resending.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { takeCard } from '../sandbox/card-number.ts'
import type { RedirectFacts } from './facts.ts'
import type { Action } from './scenes.ts'
import { type ActionContext, sendForged, visitShop } from './shop-requests.ts'

/** The outcome of an action. */
interface ActionResult {
  readonly isDone: boolean
  readonly redirects?: readonly RedirectFacts[]
}

/**
 * Plays the action on the payment, and returns the visited addresses of the shop. Does nothing if the payment's state
 * does not allow it. Returns undefined if the payment is locked, so that the action is tried again.
 */
export async function playAction(
  app: App,
  stage: ActionContext,
  action: Action,
): Promise<readonly RedirectFacts[] | undefined> {
  try {
    const { isDone, redirects = [] } = await actions[action](app, stage)
    if (isDone) await journalAction(app, stage, action)
    return redirects
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.kind === 'conflict' ? undefined : []
  }
}

type PlayAction = (app: App, stage: ActionContext) => Promise<ActionResult>

const isDone: ActionResult = { isDone: true }

async function expire(app: App, actor: Actor, id: PaymentId): Promise<ActionResult> {
  await expirePayment(app, app.db, actor, await getPayment(app, actor, id))
  return isDone
}

const actions: Readonly<Record<Action, PlayAction>> = {
  async authorize(app, { actor, paymentId }) {
    const card = await takeCard(app, actor, '4242424242424242', '$.card')
    await authorizeWithCard(app, actor, await getPayment(app, actor, paymentId), card)
    return isDone
  },
  async reject(app, { actor, paymentId }) {
    await rejectPayment(app, actor, paymentId)
    return isDone
  },
  // The service expires payments, not the customer.
  expire: (app, { actor, paymentId }) => expire(app, asService(actor), paymentId),
  cancel: (app, { actor, paymentId }) => expire(app, actor, paymentId),
  async close(app, { actor, paymentId }) {
    await closePayment(app, asService(actor), paymentId)
    return isDone
  },
  async forge(app, stage) {
    await sendForged(app, stage)
    return isDone
  },
  async visit(app, stage) {
    const redirects = await visitShop(app, stage)
    return { isDone: redirects.length > 0, redirects }
  },
  async resend(app, { actor, paymentId }) {
    const notifications = await listNotifications(app, completeNotification, actor, paymentId)
    const [first] = notifications.filter(({ disputeId }) => disputeId === null)
    if (first !== undefined) await resendNotification(app, actor.merchantId, first.id, actor.isTest)
    return isDone
  },
  async dispute(app, { actor, paymentId }) {
    // Test payments have no disputes.
    if (actor.isTest) return { isDone: false }
    const complaint = { reason: 'product_issue', amount: null, comment: '', attachmentIds: [] } as const
    await openDisputeOn(app, actor, paymentId, complaint)
    return isDone
  },
}

function asService(actor: Actor): Actor {
  return { ...actor, principal: service }
}

/** Customer actions: the operation that does the same, and a sentence for the journal. */
const ofCustomer: Readonly<Partial<Record<Action, readonly [operation: string, summary: string]>>> = {
  authorize: ['authorizePayment', 'The customer accepted and paid the first part.'],
  reject: ['rejectPayment', 'The customer was refused.'],
  cancel: ['cancelPayment', 'The customer left.'],
  dispute: ['openDispute', 'The customer opened a dispute.'],
  visit: ['returnToShop', "The customer came back to the shop's success address."],
}

/** Journals the action of the customer that the sandbox plays. */
export async function journalAction(app: App, { actor, paymentId }: ActionContext, action: Action): Promise<void> {
  const done = ofCustomer[action]
  if (done === undefined) return
  const [operation, summary] = done
  await writeJournal(app, {
    merchantId: actor.merchantId,
    isTest: actor.isTest,
    kind: 'customer',
    at: app.clock.now(),
    operation,
    method: null,
    path: null,
    status: null,
    requestId: null,
    referenceId: null,
    paymentId,
    faultId: null,
    durationMs: null,
    summary,
    request: null,
    answer: null,
  })
}
