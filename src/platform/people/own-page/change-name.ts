import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import { type NameProblem, nameProblemOf, parseName } from '../names.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { peopleOf } from '../store/people.ts'

/** Saves the person's name, or removes it if the text is empty. Returns the problem of the name, or undefined. */
export async function changeName(
  app: App,
  session: BackOfficeSession,
  typed: string,
): Promise<NameProblem | undefined> {
  const { backOffice, personId } = session
  const name = parseName(typed)
  const problem = name === '' ? undefined : nameProblemOf(name)
  if (problem !== undefined) return problem
  await app.db.transaction(async (tx) => {
    const key = { merchantId: allMerchants, id: personId, name: name === '' ? null : name }
    if ((await tx.run(peopleOf[backOffice].setName, key)).length === 0) return
    const about = { onKind: 'person', onId: personId, details: { name } }
    await recordActivity(app, session, { what: 'change_name', ...about }, tx)
  })
  return undefined
}
