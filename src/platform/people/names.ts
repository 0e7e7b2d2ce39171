import type { App } from '../app/app.ts'
import { allMerchants, type PersonId } from '../base/ids.ts'
import type { BackOffice } from './back-office.ts'
import { peopleOf } from './store/people.ts'

/** Characters of a name. */
export const nameLength = 60

/** Why a text is no name. */
export type NameProblem = 'too_long' | 'signs'

/** Returns a typed name as it is stored: without spaces around it, and with single ones in it. */
export function parseName(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * Returns why the text is no name, or undefined. A name has a letter. It has no control character and nothing that turns
 * the direction of its line, and no `@`, so that it does not pass for another person's e-mail.
 */
export function nameProblemOf(name: string): NameProblem | undefined {
  if ([...name].length > nameLength) return 'too_long'
  return /\p{L}/u.test(name) && !unfit.test(name) ? undefined : 'signs'
}

// Arabic and Persian need the zero-width (non-)joiner, U+200C and U+200D.
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}@]|(?![\u200c\u200d])\p{Cf}/u

/** Returns the names of these people, by id. A person without a name is not in it. */
export async function namesOf(
  app: App,
  backOffice: BackOffice,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, string>> {
  const ids = [...new Set(personIds)]
  if (ids.length === 0) return new Map()
  const rows = await app.db.run(peopleOf[backOffice].listNames, { merchantId: allMerchants, ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
