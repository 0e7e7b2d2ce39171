import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { App } from '../../app/app.ts'
import { allMerchants, newSecretId } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import { refusals } from '../refusals.ts'
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceToken } from '../sessions/sessions.ts'
import { insertPasskey } from '../store/passkeys.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { algorithms } from './ceremony.ts'
import { takeChallenge } from './challenges.ts'
import { passkeyRules } from './passkey.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type PasskeyAnswer, readAnswer } from './read-answer.ts'
import type { GivenPasskey } from './sign-in-by-passkey.ts'

/** A passkey that was just added. */
export interface AddedPasskey {
  /** The new token of the session. */
  readonly token: string
  /** In clear, if it is the person's first second factor. They are not stored in clear. */
  readonly recoveryCodes: readonly string[] | undefined
}

/** Why a passkey was not added. `stale`: its challenge was used or is old. `known`: it is there, or there are ten. */
export type PasskeyProblem = 'wrong' | 'stale' | 'known'

/**
 * Adds a passkey that the person's browser just made, and ends all other sessions of the person, as a new app does.
 * Makes recovery codes if it is the person's first second factor.
 */
export async function addPasskey(
  app: App,
  session: BackOfficeSession,
  { site, text, name }: GivenPasskey & { readonly name: string },
): Promise<AddedPasskey | PasskeyProblem> {
  const { backOffice, personId } = session
  const read = readAnswer(text)
  if (read === undefined) return 'wrong'
  if (!(await takeChallenge(app, session, 'add', read.challenge))) return 'stale'
  const made = await verify(site, read)
  if (made === undefined) return 'wrong'
  const ofPerson = { merchantId: allMerchants, id: personId }
  const most = passkeyRules.most
  const row = { merchantId: allMerchants, backOffice, personId, ...made, rpId: site.rpId, name, most }
  return app.db.transaction(async (tx) => {
    await tx.run(peopleOf[backOffice].lock, ofPerson)
    const [before] = await tx.run(peopleOf[backOffice].find, ofPerson)
    const inserted = await tx.run(insertPasskey, { ...row, id: newSecretId(), now: app.clock.now() })
    if (before === undefined || inserted.length === 0) return 'known'
    const token = await replaceToken(app, session, tx)
    // Another tab has ended the session, or replaced its token: nothing of this is saved.
    if (token === undefined) throw refusals.noSession()
    const isFirst = !hasSecondFactor(before)
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, backOffice, personId) : undefined
    await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id: session.sessionId })
    const about = { onKind: 'person', onId: personId, details: { name } }
    await recordActivity(app, session, { what: 'add_passkey', ...about }, tx)
    return { token, recoveryCodes }
  })
}

/** Returns the new passkey of a right answer; undefined for a wrong one. */
async function verify(
  site: PasskeySite,
  { answer, challenge }: { readonly answer: PasskeyAnswer; readonly challenge: string },
) {
  // Loaded for the first passkey: most processes never see one.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    const credentialId = Buffer.from(id, 'base64url')
    const transports = transportsIn(answer.response['transports'])
    return { credentialId, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports }
  } catch {
    // The library throws for anything that is wrong with the answer. The person's browser writes it.
    return undefined
  }
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function transportsIn(sent: unknown): string[] {
  return knownTransports.filter((one) => Array.isArray(sent) && sent.includes(one))
}
