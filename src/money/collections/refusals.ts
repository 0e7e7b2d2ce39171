import { badData, conflict, notFound } from '../../platform/base/refusals.ts'

export const refusals = {
  noPlan: notFound('no such plan'),
  nothingToPay: badData('nothing to pay'),
  cardDeclined: badData('card was declined'),
  planMoved: conflict('the plan is not what the customer saw'),
  chargeUnderWay: conflict('a charge of this payment is under way'),
}
