import { badData, notFound } from '../../platform/base/refusals.ts'

/** Every sentence that settlements may answer a caller with. */
export const refusals = {
  noSuchSettlement: notFound('no such settlement'),
  noSuchPayout: notFound('no such payout'),
  invalidId: badData('invalid settlement id'),
}
