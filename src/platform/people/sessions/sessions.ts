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
  /** For whom somebody of a merchant's acts; null at support's back office. */
  readonly actsFor: MerchantId | null
  /** Where the browser is, as it is counted. */
  readonly address: string
  readonly userAgent: string
  /** When the person showed who they are; absent where it is now. */
  readonly provedAt?: Instant | undefined
}

const maxUserAgent = 200

/** Opens a session on a token that nobody had before, and answers the token: only its hash is kept. */
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
 * Opens a session, in which more was proved than before, under a token that nobody had: the earlier one is worth nothing any more. Answers
 * undefined where somebody else has just done so. With a transaction it stands or falls with what was proved.
 */
export async function replaceToken(
  app: App,
  { backOffice, hash, stage }: BackOfficeSession,
  on: Queryable = app.db,
): Promise<string | undefined> {
  const token = newToken()
  const key = { merchantId: allMerchants, tokenHash: hash, newHash: hashOf(token) }
  const replaced = await on.run(sessionsOf[backOffice].replaceToken, { ...key, stage, now: app.clock.now() })
  return replaced.length > 0 ? token : undefined
}

/**
 * Has the session go on for another merchant that the person works for, under a token that nobody had: a page of the merchant before, in
 * another tab, can send nothing any more. Answers the token. Refuses with 404 any other merchant.
 */
export async function switchMerchant(app: App, session: MerchantSession, merchantId: MerchantId): Promise<string> {
  const { sessionId: id, personId } = session
  const token = newToken()
  await app.db.transaction(async (tx) => {
    const switched = await tx.run(switchTo, { merchantId, allMerchants, id, personId, newHash: hashOf(token) })
    if (switched.length === 0) throw refusals.noSuchMember()
    const doer = { ...session, merchantId }
    await recordActivity(app, doer, { what: 'switch_merchant', onKind: 'merchant', onId: merchantId }, tx)
  })
  return token
}

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

/**
 * Ends another session of the same person, at once and in every process. Answers whether it did: one that is no more, or somebody else's, is
 * left alone.
 */
export async function endSession(app: App, session: BackOfficeSession, id: string): Promise<boolean> {
  const { backOffice, personId } = session
  return app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeById, { merchantId: allMerchants, personId, id })
    if (ended.length > 0) await recordActivity(app, session, { what: 'end_session', onKind: 'session', onId: id }, tx)
    return ended.length > 0
  })
}

/** Ends every session of the person but this one. */
export async function endOtherSessions(app: App, session: BackOfficeSession): Promise<void> {
  const { backOffice, personId, sessionId: id } = session
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id })
    if (ended.length === 0) return
    const details = { sessions: ended.length }
    await recordActivity(app, session, { what: 'end_other_sessions', onKind: 'person', onId: personId, details }, tx)
  })
}

/** Ends the session: its token opens nothing any more, wherever it is. */
export async function leaveBackOffice(app: App, session: BackOfficeSession): Promise<void> {
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[session.backOffice].remove, key)
    if (ended.length === 0) return
    await recordActivity(app, session, { what: 'sign_out', onKind: 'person', onId: session.personId }, tx)
  })
}
