import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId, newSecretId, type PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import { insertAgentSession, insertPersonSession } from '../store/sessions.ts'
import { hashOf, newToken } from './cookies.ts'
import { type Stage, sessionRules } from './session.ts'

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
