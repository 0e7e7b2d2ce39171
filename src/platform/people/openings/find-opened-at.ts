import type { App } from '../../app/app.ts'
import type { Instant } from '../../base/times.ts'
import type { SupportSession } from '../sessions/session.ts'
import { findOpening } from '../store/activities.ts'
import { type Opening, openingKey, ownerOf } from './opening.ts'

/** When it was opened last in this session, by the machine's clock; undefined where it was not. */
export async function findOpenedAt(app: App, session: SupportSession, opening: Opening): Promise<Instant | undefined> {
  const wanted = { merchantId: ownerOf(opening), opening: openingKey(session, opening) }
  return (await app.db.run(findOpening, wanted))[0]?.at
}
