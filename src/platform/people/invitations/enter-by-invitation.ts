import type { App } from '../../app/app.ts'
import { allMerchants, newSecretId } from '../../base/ids.ts'
import { hashPassword } from '../passwords/password.ts'
import { type PasswordProblem, problemOf } from '../passwords/password-rules.ts'
import { refusals } from '../refusals.ts'
import { stageAfterPassword } from '../second-factor/second-factor.ts'
import type { Stage } from '../sessions/session.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Entrance } from '../sign-in/enter-back-office.ts'
import { peopleOf } from '../store/people.ts'
import type { Invitation } from './invitation.ts'
import { joinTeam } from './join-team.ts'

export interface Newcomer extends Entrance {
  /** Null for who is vouched for elsewhere. */
  readonly password: string | null
}

/**
 * Makes the person whom an invitation is for, with a password of their own, and signs them in. Answers the token of the session and what it
 * waits for, or what is wrong with the password. Refuses where somebody has the e-mail already: who that is signs in and accepts.
 */
export async function enterByInvitation(
  app: App,
  invitation: Invitation,
  newcomer: Newcomer,
): Promise<{ readonly token: string; readonly stage: Stage } | PasswordProblem> {
  const { backOffice, email, merchantId } = invitation
  const { password, lang = null, address, userAgent, requestId, provedAt } = newcomer
  const problem = password === null ? undefined : problemOf(password, email)
  if (problem !== undefined) return problem
  const passwordHash = password === null ? null : await hashPassword(password)
  const personId = newSecretId()
  await app.db.transaction(async (tx) => {
    const person = { merchantId: allMerchants, id: personId, email, passwordHash, lang, now: app.clock.now() }
    // Anybody may invite anybody in a sandbox: nobody who comes in there stays in production.
    const origin = app.config.mode === 'sandbox' ? 'sandbox' : 'invited'
    const made = await tx.run(peopleOf[backOffice].insert, { ...person, origin })
    if (made.length === 0) throw refusals.notInvited()
    await joinTeam(app, tx, { backOffice, personId, email, address, requestId }, invitation)
  })
  const stage = stageAfterPassword(backOffice, app.config, false)
  const actsFor = backOffice === 'dashboard' ? merchantId : null
  return {
    token: await openSession(app, backOffice, { personId, stage, actsFor, address, userAgent, provedAt }),
    stage,
  }
}
