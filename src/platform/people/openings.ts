import { createHmac } from 'node:crypto'
import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { recordActivity } from './activities/activities.ts'
import type { ActivityKind } from './activities/kinds.ts'
import type { SupportSession } from './sessions/session.ts'
import { findOpening } from './store/activities.ts'

/** Something that support sees for a reason only, once it was said, for as long as the session lasts. */
export interface Opening {
  readonly what: Extract<ActivityKind, 'open_personal' | 'see_as_merchant'>
  /** As the log names it: nothing personal of a customer. */
  readonly onKind: string
  readonly onId: string
  readonly merchantId?: MerchantId
  readonly isTest?: boolean
  /** What is opened, told from everything else: may be a phone. */
  readonly subject: string
}

/** By which an opening is found in the log: of this session alone, and nobody learns the subject from it. */
export function openingKey({ secret }: Pick<SupportSession, 'secret'>, { what, subject }: Opening): string {
  return createHmac('sha256', secret).update(`${what} ${subject}`).digest('base64url')
}

/** Whose log it is in. */
export function ownerOf({ merchantId }: Opening): MerchantId {
  return merchantId ?? allMerchants
}

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

/** When it was opened last in this session, by the machine's clock; undefined where it was not. */
export async function findOpenedAt(app: App, session: SupportSession, opening: Opening): Promise<Instant | undefined> {
  const wanted = { merchantId: ownerOf(opening), opening: openingKey(session, opening) }
  return (await app.db.run(findOpening, wanted))[0]?.at
}
