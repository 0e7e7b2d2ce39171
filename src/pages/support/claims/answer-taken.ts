import { type ClaimItem, workOn } from '../../../platform/people/claims/claims.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { changedPage } from '../changed-page.ts'
import type { SupportAnswer, SupportVisit } from '../page.ts'
import { momentInUtc } from '../words/words.ts'

/**
 * Returns the 409 page if a colleague has taken the item: only the agent who works on it decides. Undefined if it is free
 * or the agent's own, whose claim it extends. `path`: the item's page below `/support`.
 */
export async function answerTaken(
  visit: SupportVisit,
  { id }: Pick<ClaimItem, 'id'>,
  path: string,
): Promise<SupportAnswer | undefined> {
  const { app, session, words } = visit
  const claim = await workOn(app, session, id)
  if (claim === undefined || claim.agentId === session.personId) return undefined
  const { texts } = words
  const lead = texts.takenLead(isolated(claim.name), momentInUtc(words, claim.takenAt))
  return changedPage(visit, { title: texts.takenTitle, lead, path })
}
