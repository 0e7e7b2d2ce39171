import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { digitsOf } from '../../platform/base/phone.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { LoadedPlan } from '../collections/get-plan.ts'
import type { Case } from '../disputes/cases.ts'
import type { SettledLine } from '../settlements/lines.ts'
import type { StoryEvent } from './event.ts'
import { cardMoneyEvents } from './events/card-money.ts'
import { changeEvents } from './events/changes.ts'
import { disputeEvents } from './events/disputes.ts'
import { messageEvents } from './events/messages.ts'
import { notificationEvents } from './events/notifications.ts'
import { returnRequestEvents } from './events/return-requests.ts'
import { settledEvents } from './events/settled.ts'
import type { Facts, LeftOut } from './facts.ts'
import { loadFacts } from './load-facts.ts'
import { type Money, moneyOf } from './money.ts'
import { type NextEvent, nextEventsOf } from './next-events.ts'
import { orderEvents } from './order-events.ts'
import { summaryOf } from './summary.ts'

/** The payment, its merchant and store. */
export interface Head {
  readonly paymentId: string
  readonly merchantId: string
  readonly merchantName: string
  readonly storeName: string
  readonly merchantCode: string
  readonly isTest: boolean
  readonly status: string
  readonly currency: Currency
  readonly orderReference: string
  /** The order's first reference. */
  readonly firstReference: string
  /** The last digits of the customer's phone, from the plan or else from the order; empty if there is none. */
  readonly phoneEnd: string
  readonly createdAt: Instant
}

/** The story of a payment, for pages and programs. */
export interface Story {
  readonly head: Head
  /** The merchant's time of the story. */
  readonly now: Instant
  /** The payment's status in one English sentence. */
  readonly summary: string
  readonly money: Money
  /** Undefined until the payment is authorized. */
  readonly plan: LoadedPlan | undefined
  /** Next events, the soonest first. */
  readonly next: readonly NextEvent[]
  /** In their order; an effect comes after its cause. */
  readonly events: readonly StoryEvent[]
  readonly lines: readonly SettledLine[]
  readonly cases: readonly Case[]
  readonly leftOut: LeftOut
}

/** Returns the story of any merchant's payment; undefined if there is none. Only for operators: nothing is hidden. */
export async function tellStory(app: App, id: PaymentId): Promise<Story | undefined> {
  const facts = await loadFacts(app, id)
  return facts === undefined ? undefined : storyOf(facts)
}

/** Returns the story that the facts tell. Whatever the facts hide stays hidden. */
export function storyOf(facts: Facts): Story {
  const { payment, steps, plan, lines, cases, leftOut, now } = facts
  const money = moneyOf(facts)
  const disputes = disputeEvents(facts)
  const events = orderEvents([
    ...changeEvents(facts),
    ...cardMoneyEvents(facts),
    ...disputes,
    ...returnRequestEvents(facts),
    ...notificationEvents(facts, disputes),
    ...messageEvents(facts),
    ...settledEvents(facts),
  ])
  const phone = plan?.collection.phone || payment.order.buyer.phone
  return {
    head: {
      paymentId: payment.id,
      merchantId: payment.merchantId,
      merchantName: facts.merchantName,
      storeName: facts.store.name,
      merchantCode: facts.store.merchantCode,
      isTest: payment.isTest,
      status: payment.status,
      currency: payment.currency,
      orderReference: payment.orderReference,
      firstReference: steps.find(({ transition }) => transition === 'create')?.referenceId ?? payment.orderReference,
      phoneEnd: digitsOf(phone).slice(-4),
      createdAt: payment.createdAt,
    },
    ...{ now, money, plan, events, lines, cases, leftOut },
    summary: summaryOf(facts, money),
    next: nextEventsOf(facts),
  }
}
