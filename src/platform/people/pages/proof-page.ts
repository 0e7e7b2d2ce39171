import { askProof } from '../proof.ts'
import type { Answer, Fields } from './answers.ts'
import type { BackOfficeVisit } from './back-office-visit.ts'

/**
 * Returns a page that asks for a password or code before an important step. Returns undefined if it was given lately,
 * or with this form. The page carries the fields of the form.
 */
export async function proofPage(
  { app, session, words, request }: BackOfficeVisit,
  fields: Fields,
): Promise<Answer | undefined> {
  const asked = await askProof(app, session, { lang: words.lang, address: request.url, fields })
  if (asked === undefined) return undefined
  const { title, isError, content } = asked
  return { page: { title, isError }, content, status: isError ? 422 : 200 }
}
