import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { nowFor, serviceActor } from '../../platform/merchants/caller.ts'
import { getMerchant } from '../../platform/merchants/merchants.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { listAnnouncements } from '../../platform/webhooks/story/list-announcements.ts'
import { getDecision } from '../checkout/sessions/decisions.ts'
import { getPlan } from '../collections/get-plan.ts'
import { listMessages } from '../collections/messages/messages.ts'
import { listCases } from '../disputes/cases.ts'
import { listEntries } from '../ledger/list-entries.ts'
import { getPayment } from '../payments/get-payment.ts'
import { listReturnRequests } from '../payments/return-requests/return-requests.ts'
import { countFees, findPaymentOwner, listSteps } from '../payments/timeline/timeline.ts'
import { listSettled } from '../settlements/lines.ts'
import type { Facts } from './facts.ts'
import { momentsOf } from './order-events.ts'

/** How many of the first and of the newest changes are read, and of the newest returns. */
const limits = { first: 50, newest: 950, returns: 500 } as const

/**
 * Loads the facts of any merchant's payment; undefined if there is none. Settles the payment first if it is due.
 * Settles nothing else: other due work is among the next events.
 */
export async function loadFacts(app: App, id: PaymentId): Promise<Facts | undefined> {
  const owner = await findPaymentOwner(app, id)
  if (owner === undefined) return undefined
  const { merchantId, isTest, version, dueAt, clockOffsetMs } = owner
  const actor = serviceActor(merchantId, isTest, clockOffsetMs)
  const now = nowFor(app, actor)
  if (dueAt !== null && dueAt <= now) await getPayment(app, actor, id)
  const range = { until: limits.first, from: version - limits.newest + 1 }
  const [merchant, stores, payment, fees, decision, steps, plan, messages, announced, settled, requests] =
    await Promise.all([
      getMerchant(app, merchantId),
      listStores(app, merchantId),
      getPayment(app, actor, id),
      countFees(app, merchantId, id),
      orUndefined(getDecision(app, actor, id)),
      listSteps(app, merchantId, id, range),
      orUndefined(getPlan(app, actor, id)),
      listMessages(app, merchantId, id),
      listAnnouncements(app, owner, id),
      listSettled(app, merchantId, id),
      listReturnRequests(app, merchantId, id),
    ])
  const returnIds = plan?.returns.slice(-limits.returns).map((sent) => sent.id) ?? []
  const opened = steps.filter(({ transition }) => transition === 'open_dispute').map(({ at }) => at)
  const [entries, cases] = await Promise.all([
    listEntries(app, merchantId, [id, ...returnIds], range),
    listCases(app, merchantId, id, opened),
  ])
  const store = stores.find((candidate) => candidate.id === payment.storeId)
  return {
    ...{ now, clockOffsetMs, merchantName: merchant.name, payment, fees, decision, steps, entries, plan, cases },
    moments: momentsOf(steps, clockOffsetMs),
    store: store ?? { name: '', merchantCode: '', refundDays: null },
    returnRequests: requests.toReversed(),
    messages: messages.messages,
    announcements: announced.announcements,
    lines: settled.lines,
    leftOut: {
      changes: Math.max(0, payment.version - steps.length),
      notifications: announced.total - announced.announcements.length,
      messages: messages.total - messages.messages.length,
      settlementLines: settled.total - settled.lines.length,
    },
  }
}

async function orUndefined<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not_found') return undefined
    throw error
  }
}
