import type { Currency } from '../base/money.ts'
import { badData, noPermission, notFound, type Refusal } from '../base/refusals.ts'

/** Every sentence that checkout may answer a caller with (specification, Errors; decisions section 4). */
export const refusals = {
  undecoded: (): Refusal => badData('could not decode request'),
  notPositive: (): Refusal => badData('could not create payment: should be positive'),
  wrongCurrency: (supported: Currency, got: Currency): Refusal =>
    badData(`could not create payment: only '${supported}' is supported, but got '${got}'`),
  tokensNotEnabled: (): Refusal => noPermission('token is not enabled for this integration'),
  noSuchSession: (): Refusal => notFound('no such session'),
  finalized: (): Refusal => badData('could not cancel: session is already finalized'),
  linkFinalized: (): Refusal => badData('could not send link: session is already finalized'),
  phoneNotReachable: (): Refusal => badData("could not send link: no messages are sent to the buyer's phone"),
  noPhone: (): Refusal => badData('could not send link: the buyer has no phone'),
}
