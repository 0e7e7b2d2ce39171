import { badData, notFound } from '../../platform/base/refusals.ts'

/** The refusals of settlements. */
export const refusals = {
  noSuchSettlement: notFound('no such settlement'),
  noSuchPayout: notFound('no such payout'),
  invalidId: badData('invalid settlement id'),
}
