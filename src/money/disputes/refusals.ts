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

/** The refusals of disputes (docs/contract/disputes.md). */
export const refusals = {
  badRequest: badData('bad_request'),
  disputeNotFound: notFound('dispute not found'),
  tooManyUploads: (): Refusal => tooManyRequests(1),
  attachmentNotFound: notFound('attachment not found'),
  paymentIsDisputed: conflict('payment is disputed'),
  /** The page at which a person decided is stale. */
  changed: conflict('dispute has changed'),
  changedMeanwhile: conflict('could not acquire lock: dispute is locked'),
  /** For the customer and support: the status does not allow the action. */
  wrongStatus: varying(conflict, (status: DisputeStatus) => `not possible while the dispute is ${status}`, 'declined'),
  noProposedAmount: conflict('the merchant has proposed no amount'),
  tooMuch: (largest: string): Refusal =>
    wrongFields([wrongValue('$.amount', `must be at most ${largest}: what is captured and not refunded`)]),
}
