import type { Currency } from '../../platform/base/markets.ts'
import { badData, conflict, noPermission, notFound, varying } from '../../platform/base/refusals.ts'

/** All refusals of this room (docs/contract/checkout.md). */
export const refusals = {
  notPositive: badData('could not create payment: should be positive'),
  wrongCurrency: varying(
    badData,
    (supported: Currency, got: Currency) =>
      `could not create payment: only '${supported}' is supported, but got '${got}'`,
    'AED',
    'SAR',
  ),
  currencyNotOffered: varying(
    badData,
    (supported: Currency, got: Currency) => `only '${supported}' is supported, but got '${got}'`,
    'AED',
    'SAR',
  ),
  tokensNotEnabled: noPermission('token is not enabled for this integration'),
  noSuchSession: notFound('no such session'),
  finalized: badData('could not cancel: session is already finalized'),
  linkFinalized: badData('could not send link: session is already finalized'),
  phoneNotReachable: badData("could not send link: no messages are sent to the buyer's phone"),
  noSuchLink: notFound('no such link'),
  linkBusy: conflict('the link is being opened or paid at this moment'),
  linkUnfinished: conflict('the link is still being made'),
  linkSentMeanwhile: conflict('the link was sent meanwhile'),
  noPhone: badData('could not send link: the buyer has no phone'),
}
