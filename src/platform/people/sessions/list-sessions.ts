import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { sessionsOf } from '../store/sessions.ts'
import { type BackOfficeSession, sessionRules } from './session.ts'

/** Where somebody is signed in. */
export interface ListedSession {
  readonly sessionId: string
  readonly openedAt: Instant
  readonly seenAt: Instant
  readonly address: string
  readonly userAgent: string
  /** Whether it is the one that asks. */
  readonly isThis: boolean
}

/** Where the person is signed in at this back office: here, then what was used last. */
export async function listSessions(
  app: App,
  { backOffice, personId, sessionId }: BackOfficeSession,
): Promise<ListedSession[]> {
  const now = app.clock.now()
  const alive = { now, idleSince: now - sessionRules.idleMs }
  const rows = await app.db.run(sessionsOf[backOffice].list, { merchantId: allMerchants, personId, ...alive })
  const listed = rows.map((row) => ({
    sessionId: row.id,
    openedAt: row.opened_at,
    seenAt: row.seen_at,
    address: row.address,
    userAgent: row.user_agent,
    isThis: row.id === sessionId,
  }))
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)]
}
