import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { ActivityAuthor } from '../activities/activities.ts'
import { checkGuess } from '../sign-in/check-guess.ts'
import { addressSubjects, codeSubjects } from '../sign-in/tries.ts'
import { findPasskey } from '../store/passkeys.ts'
import { userHandleOf } from './ceremony.ts'
import { type ChallengeHolder, type ChallengePurpose, takeChallenge } from './challenges.ts'
import { type Passkey, passkeyFrom } from './passkey.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type PasskeyAnswer, readAnswer } from './read-answer.ts'
import { usePasskey } from './use-passkey.ts'

interface PasskeyCheck {
  readonly holder: ChallengeHolder
  readonly purpose: ChallengePurpose
  readonly site: PasskeySite
  /** The answer of the browser, as the form sent it. */
  readonly text: string
  /** The network address of the browser, as limits count it. */
  readonly address: string
  /** The person who must have the passkey; absent: the passkey says who it is. */
  readonly personId?: PersonId
  /** Returns the person of a passkey, for the log; undefined if that person may not use it here. */
  authorOf(passkey: Passkey): Promise<ActivityAuthor | undefined>
}

/**
 * Checks the answer of a passkey, which works once. Returns the passkey; undefined if the answer is wrong; `stale` if
 * its challenge was used, is too old, or belongs to another session or browser. Counts as a guess of a code, and refuses
 * with 429 as that does.
 */
export async function checkPasskey(app: App, check: PasskeyCheck): Promise<Passkey | 'stale' | undefined> {
  const { holder, purpose, address } = check
  const { backOffice } = holder
  const read = readAnswer(check.text)
  if (read === undefined) return undefined
  if (!(await takeChallenge(app, holder, purpose, read.challenge))) return 'stale'
  const credentialId = Buffer.from(read.answer.id, 'base64url')
  const [row] = await app.db.run(findPasskey, { merchantId: allMerchants, backOffice, credentialId })
  const personId = check.personId ?? row?.person_id
  const subjects =
    personId === undefined ? addressSubjects(backOffice, address) : codeSubjects(backOffice, personId, address)
  return checkGuess(app, subjects, () => judge(app, check, read, row && passkeyFrom(row)))
}

async function judge(
  app: App,
  { purpose, site, personId, authorOf }: PasskeyCheck,
  { answer, challenge }: { readonly answer: PasskeyAnswer; readonly challenge: string },
  passkey: Passkey | undefined,
): Promise<Passkey | undefined> {
  if (passkey === undefined || (personId !== undefined && passkey.personId !== personId)) return undefined
  // Only a passkey that names its person by itself is a whole sign-in.
  if (purpose === 'sign_in' && answer.response['userHandle'] !== userHandleOf(passkey.personId)) return undefined
  const author = await authorOf(passkey)
  if (author === undefined) return undefined
  return (await usePasskey(app, { site, passkey, answer, challenge, purpose, author })) ? passkey : undefined
}
