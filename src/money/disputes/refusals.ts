import {
  badData,
  conflict,
  notFound,
  type Refusal,
  tooManyRequests,
  varying,
  wrongFields,
  wrongValue,
} from '../../platform/base/refusals.ts'
import type { DisputeStatus } from './states.ts'

/** Every sentence that disputes may answer a caller with (docs/contract/disputes.md). */
export const refusals = {
  badRequest: badData('bad_request'),
  disputeNotFound: notFound('dispute not found'),
  tooManyUploads: (): Refusal => tooManyRequests(1),
  attachmentNotFound: notFound('attachment not found'),
  paymentIsDisputed: conflict('payment is disputed'),
  /** What a person was shown of it is no longer true. */
  changed: conflict('dispute has changed'),
  changedMeanwhile: conflict('could not acquire lock: dispute is locked'),
  /** To the customer's and support's side: what they want does not fit where the dispute stands. */
  wrongStatus: varying(conflict, (status: DisputeStatus) => `not possible while the dispute is ${status}`, 'declined'),
  noProposedAmount: conflict('the merchant has proposed no amount'),
  tooMuch: (largest: string): Refusal =>
    wrongFields([wrongValue('$.amount', `must be at most ${largest}: what is captured and not refunded`)]),
}
