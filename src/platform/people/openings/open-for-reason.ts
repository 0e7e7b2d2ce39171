import type { App } from '../../app/app.ts'
import { recordActivity } from '../activities/record-activity.ts'
import type { SupportSession } from '../sessions/session.ts'
import { type Opening, openingKey } from './opening.ts'

/** Opens it for this session, by writing down who wanted to see it and why. */
export async function openForReason(
  app: App,
  session: SupportSession,
  opening: Opening,
  reason: string,
): Promise<void> {
  const { subject: _, ...activity } = opening
  const details = { reason, opening: openingKey(session, opening) }
  await recordActivity(app, session, { ...activity, details })
}
