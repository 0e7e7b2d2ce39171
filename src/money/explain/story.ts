import type { Currency } from '../../platform/base/money.ts'
import { digitsOf } from '../../platform/base/phone.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { LoadedPlan } from '../collections/get-plan.ts'
import type { Case } from '../disputes/story/list-cases.ts'
import type { SettledLine } from '../settlements/story/list-settled.ts'
import { type Coming, comingOf } from './coming.ts'
import type { StoryEvent } from './event.ts'
import { cardMoneyEvents } from './events/card-money.ts'
import { changeEvents } from './events/changes.ts'
import { disputeEvents } from './events/disputes.ts'
import { messageEvents } from './events/messages.ts'
import { notificationEvents } from './events/notifications.ts'
import { returnRequestEvents } from './events/return-requests.ts'
import { settledEvents } from './events/settled.ts'
import type { Facts, LeftOut } from './facts.ts'
import { type Money, moneyOf } from './money.ts'
import { orderEvents } from './order-events.ts'
import { summaryOf } from './summary.ts'

/** Whose payment it is and what it is about. */
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
  /** What the order was called when it came. */
  readonly firstReference: string
  /** The last digits of the customer's phone, proved where there was a code; empty where there is none. */
  readonly phoneEnd: string
  readonly createdAt: Instant
}

/** All that is known of a payment, as a page or a program shows it. */
export interface Story {
  readonly head: Head
  /** The merchant's time at which it is told. */
  readonly now: Instant
  /** How it stands, in one sentence. */
  readonly summary: string
  readonly money: Money
  /** Undefined while it was not authorized. */
  readonly plan: LoadedPlan | undefined
  /** What happens next, the soonest first. */
  readonly coming: readonly Coming[]
  /** In the order in which it happened, what follows from something after it. */
  readonly events: readonly StoryEvent[]
  readonly lines: readonly SettledLine[]
  readonly cases: readonly Case[]
  readonly leftOut: LeftOut
}

/** Tells the story of what was read. */
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
    coming: comingOf(facts),
  }
}
