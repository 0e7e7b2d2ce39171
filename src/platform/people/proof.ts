import type { App } from '../app/app.ts'
import { allMerchants } from '../base/ids.ts'
import { csrfTokenFor } from '../ui/forms/csrf.ts'
import type { Content } from '../ui/html.ts'
import type { Lang } from '../ui/words/lang.ts'
import { csrfSubject, pathOf } from './back-office.ts'
import { passwordOf, textOf } from './pages/page-request.ts'
import { checkOwnPassword } from './passwords/own-password.ts'
import { useSecondFactor } from './second-factor/second-factor.ts'
import { type BackOfficeSession, sessionRules } from './sessions/session.ts'
import { checkGuess } from './sign-in/check-guess.ts'
import { countedForCode } from './sign-in/tries.ts'
import { peopleOf } from './store/people.ts'
import { sessionsOf } from './store/sessions.ts'
import { renderProof } from './views/proof.ts'
import { wordsFor } from './words/words.ts'

/** What is about to be done, or seen. */
export interface AskedStep {
  readonly lang: Lang
  /** The address that the form of the step goes to, or that is to be seen. */
  readonly address: string
  /** What the form said; absent where something is only to be seen. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** What asks for a password or code, as the content of a page. */
export interface ProofPage {
  readonly title: string
  readonly content: Content
  readonly isError: boolean
}

/**
 * Keeps a step back until it is known again who takes it: undefined where password or code were given in the last ten minutes, or come
 * with the form rightly. Otherwise a page that asks for one of them, and then sends the same form once more, or opens the address. Refuses
 * with 429 as the sign-in does.
 */
export async function askProof(app: App, session: BackOfficeSession, step: AskedStep): Promise<ProofPage | undefined> {
  if (session.provedAt > app.clock.now() - sessionRules.provedMs) return undefined
  const { fields = {}, lang, address } = step
  const proof = { password: passwordOf(fields, proofFields.password), code: textOf(fields, proofFields.code, 64) }
  const isGiven = proof.password !== '' || proof.code !== ''
  if (isGiven && (await proveAgain(app, session, proof))) return undefined
  const { backOffice, personId } = session
  const [person] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
  const isForm = step.fields !== undefined
  const words = wordsFor(lang)
  const content = renderProof(words, {
    action: isForm ? address : `${pathOf[backOffice]}/prove`,
    csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
    fields: isForm ? carried(fields) : [['next', address]],
    isWrong: isGiven,
    hasPassword: person !== undefined && person.password_hash !== null,
    hasSecondFactor: person !== undefined && person.sealed_totp_secret !== null,
    sso:
      app.config.sso === undefined
        ? undefined
        : `${pathOf[backOffice]}/sso?${new URLSearchParams({ again: '', next: isForm ? pathOf[backOffice] : address })}`,
  })
  return { title: words.texts.proofTitle, content, isError: isGiven }
}

/** Names that no other field of a back office's forms has. */
export const proofFields = { password: 'proof_password', code: 'proof_code' } as const

const own: ReadonlySet<string> = new Set([...Object.values(proofFields), 'form_token'])

// What the form said goes with the question, and comes back with the answer.
function carried(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    own.has(name) ? [] : [value].flat().map((one) => [name, String(one)] as const),
  )
}

/** What somebody gives who is asked again: one of both. */
export interface Proof {
  readonly password: string
  readonly code: string
}

/** Notes that whoever is signed in has just given their password, or a code. False where it is wrong. Refuses with 429 as the sign-in does. */
export async function proveAgain(app: App, session: BackOfficeSession, { password, code }: Proof): Promise<boolean> {
  const { backOffice } = session
  const isProved = code === '' ? await checkOwnPassword(app, session, password) : await checkCode(app, session, code)
  if (!isProved) return false
  await app.db.run(sessionsOf[backOffice].prove, {
    merchantId: allMerchants,
    tokenHash: session.hash,
    now: app.clock.now(),
  })
  return true
}

async function checkCode(
  app: App,
  { backOffice, personId, address }: BackOfficeSession,
  code: string,
): Promise<boolean> {
  const counted = countedForCode(backOffice, personId, address)
  return (await checkGuess(app, counted, () => useSecondFactor(app, backOffice, personId, code))) !== undefined
}
