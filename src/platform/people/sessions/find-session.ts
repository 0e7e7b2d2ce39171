import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Region } from '../../base/market-entries.ts'
import { visitorOf } from '../../http/limit-keyless.ts'
import { parseLang } from '../../ui/words/lang.ts'
import type { BackOffice } from '../back-office.ts'
import type { Role } from '../roles.ts'
import { findAgentSession, findPersonSession, sessionsOf } from '../store/sessions.ts'
import { hashOf } from './cookies.ts'
import { type BackOfficeSession, type Stage, sessionRules } from './session.ts'

/**
 * Returns the session of a token, at any stage, and marks it as used. An open session waits for a second factor while
 * its merchant requires one and the person has none. Returns undefined if the token is unknown, the
 * session is over or was idle too long, or the person is no member of the merchant any more.
 */
export async function findSession(
  app: App,
  backOffice: BackOffice,
  secret: string,
  request: FastifyRequest,
): Promise<BackOfficeSession | undefined> {
  const now = app.clock.now()
  const key = { merchantId: allMerchants, tokenHash: hashOf(secret) }
  const session = await read(app, backOffice, { ...key, now, idleSince: now - sessionRules.idleMs })
  if (session === undefined) return undefined
  if (session.lastSeenAt <= now - sessionRules.lastSeenUpdateMs)
    await app.db.run(sessionsOf[backOffice].markSeen, { ...key, now })
  const { own, lastSeenAt: _, lacksFactor, stage: stored, ...known } = session
  const stage: Stage = stored === 'open' && lacksFactor ? 'enrol' : stored
  const browser = { secret, hash: key.tokenHash }
  return { ...known, ...own, ...browser, stage, address: visitorOf(request), requestId: request.id }
}

interface Key {
  readonly merchantId: string
  readonly tokenHash: Buffer
  readonly now: number
  readonly idleSince: number
}

async function read(app: App, backOffice: BackOffice, key: Key) {
  if (backOffice === 'support') {
    const [row] = await app.db.run(findAgentSession, key)
    return row && { ...sharedFrom(row), lacksFactor: false, own: { backOffice } }
  }
  const [row] = await app.db.run(findPersonSession, key)
  if (row === undefined) return undefined
  const own = {
    backOffice,
    merchantId: row.acts_for,
    merchantName: row.merchant_name,
    region: row.region as Region,
    role: row.role as Role,
    clockOffsetMs: Number(row.clock_offset_ms),
    merchants: row.merchants,
  }
  return { ...sharedFrom(row), lacksFactor: row.lacks_second_factor, own }
}

interface SharedRow {
  readonly id: string
  readonly person_id: string
  readonly email: string
  readonly lang: string | null
  readonly stage: string
  readonly opened_at: number
  readonly seen_at: number
  readonly proved_at: number
}

function sharedFrom(row: SharedRow) {
  return {
    sessionId: row.id,
    personId: row.person_id,
    email: row.email,
    lang: parseLang(row.lang),
    stage: row.stage as Stage,
    openedAt: row.opened_at,
    lastSeenAt: row.seen_at,
    provedAt: row.proved_at,
  }
}
