import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Lang } from '../../ui/words/lang.ts'
import { isRequiredAt } from '../second-factor/second-factor.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { listSessions, type SessionRow } from '../sessions/sessions.ts'
import { peopleOf } from '../store/people.ts'
import { countRecoveryCodes } from '../store/recovery-codes.ts'

/** What a person's own page shows. */
export interface OwnModel {
  readonly session: BackOfficeSession
  readonly sessions: readonly SessionRow[]
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  /** Whether this back office requires a second factor. */
  readonly isFactorRequired: boolean
  readonly recoveryCodesLeft: number
}

/** Returns the data of a person's own page. */
export async function readOwnModel(app: App, session: BackOfficeSession): Promise<OwnModel> {
  const { backOffice, personId } = session
  const key = { merchantId: allMerchants }
  const [sessions, [person], [codes]] = await Promise.all([
    listSessions(app, session),
    app.db.run(peopleOf[backOffice].find, { ...key, id: personId }),
    app.db.run(countRecoveryCodes, { ...key, backOffice, personId }),
  ])
  return {
    session,
    sessions,
    hasPassword: person !== undefined && person.password_hash !== null,
    hasSecondFactor: person !== undefined && person.sealed_totp_secret !== null,
    isFactorRequired: isRequiredAt(backOffice, app.config),
    recoveryCodesLeft: codes?.codes ?? 0,
  }
}

/** Saves the language of the person, for all sessions. */
export async function setLang(app: App, { backOffice, personId }: BackOfficeSession, lang: Lang): Promise<void> {
  await app.db.run(peopleOf[backOffice].setLang, { merchantId: allMerchants, id: personId, lang })
}
