import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Lang } from '../../ui/words/lang.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { stageAfterPassword } from '../second-factor/second-factor.ts'
import type { Stage } from '../sessions/session.ts'
import { openSession } from '../sessions/sessions.ts'
import { listMemberships } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'

/** Where somebody is who comes in, and what they chose before. */
export interface Entrance {
  /** The language that was chosen before; it becomes the person's where there was none. */
  readonly lang: Lang | undefined
  /** Where the browser is, as it is counted. */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** When they showed who they are; absent where it is now. */
  readonly provedAt?: Instant
}

/** Who it was proved to be. */
export interface ProvedPerson {
  readonly id: PersonId
  readonly email: string
  readonly lang: string | null
  readonly sealed_totp_secret: Buffer | null
}

/** `token`: of a new session, and what it waits for. `no_merchant`: nobody has the person as a member. */
export type Entered = { readonly token: string; readonly stage: Stage } | 'no_merchant'

/** Opens a session for somebody who has given a password, or whom another service has vouched for. */
export async function enterBackOffice(
  app: App,
  backOffice: BackOffice,
  person: ProvedPerson,
  entrance: Entrance,
): Promise<Entered> {
  const { id: personId, email } = person
  const { lang, address, userAgent, requestId, provedAt } = entrance
  const [membership] = backOffice === 'dashboard' ? await app.db.run(listMemberships, { personId }) : []
  if (backOffice === 'dashboard' && membership === undefined) return 'no_merchant'
  const actsFor = membership?.merchant_id ?? null
  const stage = stageAfterPassword(backOffice, app.config, person.sealed_totp_secret !== null)
  const token = await openSession(app, backOffice, { personId, stage, actsFor, address, userAgent, provedAt })
  if (person.lang === null && lang !== undefined) {
    await app.db.run(peopleOf[backOffice].setLang, { merchantId: allMerchants, id: personId, lang })
  }
  if (stage === 'open') {
    const doer = { backOffice, personId, email, address, requestId, ...(actsFor !== null && { merchantId: actsFor }) }
    await recordActivity(app, doer, { what: 'sign_in', onKind: 'person', onId: personId })
  }
  return { token, stage }
}
