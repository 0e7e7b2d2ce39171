import { createHmac } from 'node:crypto'
import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { recordActivity } from './activities/activities.ts'
import type { ActivityKind } from './activities/kinds.ts'
import type { SupportSession } from './sessions/session.ts'
import { findOpening } from './store/activities.ts'

/** Data that an agent sees only after giving a reason, until the session ends. */
export interface Opening {
  readonly what: Extract<ActivityKind, 'open_personal' | 'see_as_merchant'>
  /** The object as the log names it. No personal data of a customer. */
  readonly onKind: string
  readonly onId: string
  readonly merchantId?: MerchantId
  readonly isTest?: boolean
  /** Identifies the opened data. It may be a phone number. */
  readonly subject: string
}

/** Returns the key of an opening in the log. It belongs to one session, and does not reveal the subject. */
export function openingKey({ secret }: Pick<SupportSession, 'secret'>, { what, subject }: Opening): string {
  return createHmac('sha256', secret).update(`${what} ${subject}`).digest('base64url')
}

/** Returns the merchant whose log has the opening. */
export function ownerOf({ merchantId }: Opening): MerchantId {
  return merchantId ?? allMerchants
}

/** Opens the data for this session: logs the agent's reason. */
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

/** Returns when this session opened the data last, by the machine's clock; undefined if never. */
export async function findOpenedAt(app: App, session: SupportSession, opening: Opening): Promise<Instant | undefined> {
  const key = { merchantId: ownerOf(opening), opening: openingKey(session, opening) }
  return (await app.db.run(findOpening, key))[0]?.at
}
