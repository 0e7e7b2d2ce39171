import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId, newSecretId, type PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { refusals } from '../refusals.ts'
import { switchMerchant as switchTo } from '../store/memberships.ts'
import { insertAgentSession, insertPersonSession, sessionsOf } from '../store/sessions.ts'
import { hashOf, newToken } from './cookies.ts'
import { type BackOfficeSession, type MerchantSession, type Stage, sessionRules } from './session.ts'

export interface NewSession {
  readonly personId: PersonId
  readonly stage: Stage
  /** The merchant of the session; null in support. */
  readonly actsFor: MerchantId | null
  /** The network address of the browser, as limits count it. */
  readonly address: string
  readonly userAgent: string
  /** When the person gave a password or code; absent: now. */
  readonly provedAt?: Instant | undefined
}

const maxUserAgent = 200

/** Saves a new session and returns its token. Only the hash of the token is stored. */
export async function openSession(app: App, backOffice: BackOffice, session: NewSession): Promise<string> {
  const { personId, stage, actsFor, address } = session
  const token = newToken()
  const now = app.clock.now()
  const row = {
    merchantId: allMerchants,
    tokenHash: hashOf(token),
    id: newSecretId(),
    personId,
    stage,
    now,
    provedAt: session.provedAt ?? now,
    endsAt: now + sessionRules.lifetimeMs,
    address,
    userAgent: session.userAgent.slice(0, maxUserAgent).toWellFormed(),
  }
  if (backOffice === 'support') await app.db.run(insertAgentSession, row)
  else if (actsFor === null) throw new Error('a session at the dashboard acts for a merchant')
  else await app.db.run(insertPersonSession, { ...row, actsFor })
  return token
}

/**
 * Opens a session after a further proof and gives it a new token, so that the earlier token stops working. Returns
 * undefined if another request did it first. `on`: the transaction of the proof, so that both are saved or none.
 */
export async function replaceToken(
  app: App,
  { backOffice, hash }: BackOfficeSession,
  on: Queryable = app.db,
): Promise<string | undefined> {
  const token = newToken()
  const key = { merchantId: allMerchants, tokenHash: hash, newHash: hashOf(token) }
  const replaced = await on.run(sessionsOf[backOffice].replaceToken, { ...key, now: app.clock.now() })
  return replaced.length > 0 ? token : undefined
}

/**
 * Switches the session to another merchant of the person and returns its new token. Forms of the merchant before,
 * in other tabs, stop working. Refuses with 404 a merchant of which the person is no member.
 */
export async function switchMerchant(app: App, session: MerchantSession, merchantId: MerchantId): Promise<string> {
  const { sessionId: id, personId } = session
  const token = newToken()
  await app.db.transaction(async (tx) => {
    const switched = await tx.run(switchTo, { merchantId, allMerchants, id, personId, newHash: hashOf(token) })
    if (switched.length === 0) throw refusals.noSuchMember()
    const author = { ...session, merchantId }
    await recordActivity(app, author, { what: 'switch_merchant', onKind: 'merchant', onId: merchantId }, tx)
  })
  return token
}

/** A session in the list of a person. */
export interface SessionRow {
  readonly sessionId: string
  readonly openedAt: Instant
  readonly lastSeenAt: Instant
  readonly address: string
  readonly userAgent: string
  /** Whether it is the session of this request. */
  readonly isThis: boolean
}

/** Returns the person's sessions at this back office: this session first, then by last use. */
export async function listSessions(
  app: App,
  { backOffice, personId, sessionId }: BackOfficeSession,
): Promise<SessionRow[]> {
  const now = app.clock.now()
  const alive = { now, idleSince: now - sessionRules.idleMs }
  const rows = await app.db.run(sessionsOf[backOffice].list, { merchantId: allMerchants, personId, ...alive })
  const listed = rows.map((row) => ({
    sessionId: row.id,
    openedAt: row.opened_at,
    lastSeenAt: row.seen_at,
    address: row.address,
    userAgent: row.user_agent,
    isThis: row.id === sessionId,
  }))
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)]
}

/**
 * Ends another session of the same person, at once and in all processes. Returns whether it did. It does nothing to a
 * session that is over, or of another person.
 */
export async function endSession(app: App, session: BackOfficeSession, id: string): Promise<boolean> {
  const { backOffice, personId } = session
  return app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeById, { merchantId: allMerchants, personId, id })
    if (ended.length > 0) await recordActivity(app, session, { what: 'end_session', onKind: 'session', onId: id }, tx)
    return ended.length > 0
  })
}

/** Ends all other sessions of the person. */
export async function endOtherSessions(app: App, session: BackOfficeSession): Promise<void> {
  const { backOffice, personId, sessionId: id } = session
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id })
    if (ended.length === 0) return
    const details = { sessions: ended.length }
    await recordActivity(app, session, { what: 'end_other_sessions', onKind: 'person', onId: personId, details }, tx)
  })
}

/** Ends the session, in all processes. */
export async function leaveBackOffice(app: App, session: BackOfficeSession): Promise<void> {
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[session.backOffice].remove, key)
    if (ended.length === 0) return
    await recordActivity(app, session, { what: 'sign_out', onKind: 'person', onId: session.personId }, tx)
  })
}
