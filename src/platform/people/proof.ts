import type { App } from '../app/app.ts'
import { allMerchants } from '../base/ids.ts'
import type { Api } from '../http/api.ts'
import { csrfTokenFor } from '../ui/forms/browser.ts'
import type { Content } from '../ui/html.ts'
import type { Lang } from '../ui/words/lang.ts'
import { csrfSubject, pathOf } from './back-office.ts'
import { passwordOf, textOf } from './pages/page-request.ts'
import { openProofCeremony } from './passkeys/ceremonies.ts'
import { type PasskeySite, passkeySiteOf } from './passkeys/passkey-site.ts'
import { checkOwnPasskey } from './passkeys/sign-in-by-passkey.ts'
import { checkOwnPassword } from './passwords/own-password.ts'
import { useSecondFactor } from './second-factor/second-factor.ts'
import { type BackOfficeSession, sessionRules } from './sessions/session.ts'
import { checkGuess } from './sign-in/check-guess.ts'
import { codeSubjects } from './sign-in/tries.ts'
import { peopleOf } from './store/people.ts'
import { sessionsOf } from './store/sessions.ts'
import { renderProof } from './views/proof.ts'
import { wordsFor } from './words/words.ts'

/** A step that needs proof of the person: a form, or a page. */
export interface ProofStep {
  readonly lang: Lang
  /** The address of the step's form or page. */
  readonly address: string
  /** The fields of the form; absent for a page. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A page that asks for a password or code. */
export interface ProofPage {
  readonly title: string
  readonly content: Content
  readonly isError: boolean
}

/**
 * Returns undefined if the person gave password or code in the last ten minutes, or gives a right one with this form.
 * Otherwise returns a page that asks for it, and then sends the same form again or opens the address. Refuses with 429
 * as the sign-in does.
 */
export async function askProof(api: Api, session: BackOfficeSession, step: ProofStep): Promise<ProofPage | undefined> {
  const { app } = api
  if (session.provedAt > app.clock.now() - sessionRules.provedMs) return undefined
  const { fields = {}, lang, address } = step
  const site = passkeySiteOf(api.baseUrl())
  const proof = {
    password: passwordOf(fields, proofFields.password),
    code: textOf(fields, proofFields.code, 64),
    passkey: passwordOf(fields, proofFields.passkey),
  }
  const isGiven = proof.password !== '' || proof.code !== '' || proof.passkey !== ''
  if (isGiven && (await proveAgain(app, session, site, proof))) return undefined
  const { backOffice, personId } = session
  const [person] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
  const isForm = step.fields !== undefined
  const ceremony = site && (await openProofCeremony(app, session, site, 'prove'))
  const words = wordsFor(lang)
  const content = renderProof(words, {
    action: isForm ? address : `${pathOf[backOffice]}/prove`,
    csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
    fields: isForm ? carried(fields) : [['next', address]],
    isWrong: isGiven,
    hasPassword: person !== undefined && person.password_hash !== null,
    hasApp: person !== undefined && person.sealed_totp_secret !== null,
    ceremony,
    sso:
      app.config.sso === undefined
        ? undefined
        : `${pathOf[backOffice]}/sso?${new URLSearchParams({ again: '', next: isForm ? pathOf[backOffice] : address })}`,
  })
  return { title: words.texts.proofTitle, content, isError: isGiven }
}

/** Field names that no other form of a back office uses. */
export const proofFields = { password: 'proof_password', code: 'proof_code', passkey: 'proof_passkey' } as const

const own: ReadonlySet<string> = new Set([...Object.values(proofFields), 'form_token'])

// The form's fields are hidden fields of the page, so that they come back with the proof.
function carried(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    own.has(name) ? [] : [value].flat().map((one) => [name, String(one)] as const),
  )
}

/** A password, a code, or the answer of a passkey; the others are empty. */
interface Proof {
  readonly password: string
  readonly code: string
  readonly passkey: string
}

/**
 * Checks the proof and saves its time in the session. Returns whether it is right. Refuses with 429 as the sign-in
 * does.
 */
async function proveAgain(
  app: App,
  session: BackOfficeSession,
  site: PasskeySite | undefined,
  proof: Proof,
): Promise<boolean> {
  const { backOffice } = session
  const isProved = await isRight(app, session, site, proof)
  if (!isProved) return false
  await app.db.run(sessionsOf[backOffice].prove, {
    merchantId: allMerchants,
    tokenHash: session.hash,
    now: app.clock.now(),
  })
  return true
}

async function isRight(
  app: App,
  session: BackOfficeSession,
  site: PasskeySite | undefined,
  { password, code, passkey }: Proof,
): Promise<boolean> {
  if (code !== '') return checkCode(app, session, code)
  if (password !== '' || site === undefined) return checkOwnPassword(app, session, password)
  return typeof (await checkOwnPasskey(app, session, { site, text: passkey }, 'prove')) === 'object'
}

async function checkCode(
  app: App,
  { backOffice, personId, address }: BackOfficeSession,
  code: string,
): Promise<boolean> {
  const counted = codeSubjects(backOffice, personId, address)
  return (await checkGuess(app, counted, () => useSecondFactor(app, backOffice, personId, code))) !== undefined
}
