import { badData, conflict, notFound } from '../base/refusals.ts'

export const refusals = {
  noPlan: notFound('no such plan'),
  nothingToPay: badData('nothing to pay'),
  cardDeclined: badData('card was declined'),
  chargeUnderWay: conflict('a charge of this payment is under way'),
}
