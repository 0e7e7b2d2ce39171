import {
  badData,
  conflict,
  notFound,
  type Refusal,
  tooManyRequests,
  wrongFields,
  wrongValue,
} from '../base/refusals.ts'
import type { DisputeStatus } from './states.ts'

/** Every sentence that disputes may answer a caller with (specification, Errors, By operation; decisions section 10). */
export const refusals = {
  badRequest: (): Refusal => badData('bad_request'),
  cannotDecode: (): Refusal => badData('failed to decode request'),
  disputeNotFound: (): Refusal => notFound('dispute not found'),
  tooManyUploads: (): Refusal => tooManyRequests(1),
  attachmentNotFound: (): Refusal => notFound('attachment not found'),
  paymentIsDisputed: (): Refusal => conflict('payment is disputed'),
  changedMeanwhile: (): Refusal => conflict('could not acquire lock: dispute is locked'),
  /** To the customer's and support's side: what they want does not fit where the dispute stands. */
  wrongStatus: (status: DisputeStatus): Refusal => conflict(`not possible while the dispute is ${status}`),
  noProposedAmount: (): Refusal => conflict('the merchant has proposed no amount'),
  tooMuch: (largest: string): Refusal =>
    wrongFields([wrongValue('$.amount', `must be at most ${largest}: what is captured and not refunded`)]),
}
