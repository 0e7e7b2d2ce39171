import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import type { Lang } from '../../ui/words/lang.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import { type PasskeySite, passkeySiteOf } from '../passkeys/passkey-site.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { listRequirements } from '../second-factor/required-factor.ts'
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
  /** The name that the person chose; empty without one. */
  readonly name: string
  /** Whether the person has an app that shows codes. */
  readonly hasApp: boolean
  readonly passkeys: readonly Passkey[]
  /** Undefined if passkeys do not work at this service's address. */
  readonly site: PasskeySite | undefined
  /** The merchants that require a second factor, or support; undefined if none does. */
  readonly requiredBy: readonly string[] | undefined
  readonly recoveryCodesLeft: number
}

/** Returns the data of a person's own page. */
export async function readOwnModel({ app, baseUrl }: Api, session: BackOfficeSession): Promise<OwnModel> {
  const { backOffice, personId } = session
  const key = { merchantId: allMerchants }
  const [sessions, [person], [codes], passkeys, merchants] = await Promise.all([
    listSessions(app, session),
    app.db.run(peopleOf[backOffice].find, { ...key, id: personId }),
    app.db.run(countRecoveryCodes, { ...key, backOffice, personId }),
    listPasskeys(app, session),
    listRequirements(app, session),
  ])
  return {
    session,
    sessions,
    hasPassword: person !== undefined && person.password_hash !== null,
    name: person?.name ?? '',
    hasApp: person !== undefined && person.sealed_totp_secret !== null,
    passkeys,
    site: passkeySiteOf(baseUrl()),
    requiredBy: isRequiredAt(backOffice, app.config) || merchants.length > 0 ? merchants : undefined,
    recoveryCodesLeft: codes?.codes ?? 0,
  }
}

/** Saves the language of the person, for all sessions. */
export async function setLang(app: App, { backOffice, personId }: BackOfficeSession, lang: Lang): Promise<void> {
  await app.db.run(peopleOf[backOffice].setLang, { merchantId: allMerchants, id: personId, lang })
}
