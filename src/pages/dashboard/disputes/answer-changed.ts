import type { EventType } from '../../../money/disputes/dispute.ts'
import { getDispute } from '../../../money/disputes/queries/get-dispute.ts'
import type { SeenVersions } from '../../../money/disputes/seen-versions.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { isDoneBy } from '../../back-office/seen-disputes.ts'
import type { Answer, Visit } from '../page.ts'
import { authorOf } from './author.ts'
import { changedPage } from './views/changed.ts'

/**
 * What a form is answered whose disputes are not as they were seen. Sent twice, what it wanted is done, and it leads to `goTo`; what somebody else
 * has changed is shown as it is now. Undefined where nothing has changed.
 */
export async function answerChanged(
  visit: Visit,
  seen: SeenVersions,
  eventType: EventType,
  goTo: string,
): Promise<Answer | undefined> {
  const { app, actor } = visit
  const cases = await Promise.all([...seen.keys()].map((id: DisputeId) => getDispute(app, actor, id)))
  const author = authorOf(visit)
  if (cases.every((one) => isDoneBy(author, { eventType }, one, seen.get(one.dispute.id)))) return { goTo }
  const changed = cases.map(({ dispute }) => dispute).filter(({ id, version }) => version !== seen.get(id))
  return changed.length === 0
    ? undefined
    : changedPage(
        visit,
        changed.map((dispute) => discloseDispute(visit, dispute)),
      )
}
