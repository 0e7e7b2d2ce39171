import type { Dispute } from '../../../money/disputes/dispute.ts'
import { getDispute } from '../../../money/disputes/queries/get-dispute.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { addressOfDispute } from './dispute-address.ts'

/** The page of a form about a dispute, where it may be sent now; otherwise the dispute's own. */
export async function showCase(
  visit: Visit,
  isPossible: (dispute: Dispute) => boolean,
  show: (dispute: Dispute) => Promise<Answer>,
): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { dispute } = await getDispute(visit.app, visit.actor, visit.id)
  return isPossible(dispute) ? show(dispute) : { goTo: addressOfDispute(visit, dispute.id) }
}
