import { listDisputesToAnswer } from '../../../money/disputes/queries/list-disputes-to-answer.ts'
import { sumUncapturedPayments, type Uncaptured } from '../../../money/payments/due-payments.ts'
import { type HeldPayouts, sumHeldPayouts } from '../../../money/settlements/sum-held-payouts.ts'
import { type DisclosedDispute, discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import type { Visit } from '../page.ts'
import type { OwnWebhook } from '../webhooks/own-webhooks.ts'
import type { Own } from './own.ts'

/** Of more disputes nobody is told the exact number on the first page. */
export const mostDisputes = 100

/** What waits for somebody at the merchant, of what this person may see. */
export interface Tasks {
  readonly uncaptured: readonly Uncaptured[]
  readonly isMoreUncaptured: boolean
  /** First the one that ends first. */
  readonly disputes: readonly DisclosedDispute[]
  /** Those whose last attempts failed, and those that are switched off. */
  readonly failing: readonly OwnWebhook[]
  readonly held: readonly HeldPayouts[]
}

/** What waits, each read from where it is kept. */
export async function loadTasks(visit: Visit, { webhooks }: Own): Promise<Tasks> {
  const { app, actor, isTest, may } = visit
  const [uncaptured, disputes, held] = await Promise.all([
    may('see_payments') ? sumUncapturedPayments(app, actor) : { sums: [], isMore: false },
    may('see_disputes') && !isTest ? listDisputesToAnswer(app, actor, mostDisputes) : [],
    may('see_settlements') ? sumHeldPayouts(app, actor) : [],
  ])
  const seen = may('see_webhooks') ? webhooks : []
  return {
    uncaptured: uncaptured.sums,
    isMoreUncaptured: uncaptured.isMore,
    disputes: disputes.map((dispute) => discloseDispute(visit, dispute)),
    failing: seen.filter(({ failingSince, disabledAt }) => failingSince !== null || disabledAt !== null),
    held,
  }
}
