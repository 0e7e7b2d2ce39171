import { askProof } from '../proof.ts'
import type { Answer, Fields } from './answers.ts'
import type { BackOfficeVisit } from './back-office-visit.ts'

/**
 * Returns a page that asks for a password or code before an important step. Returns undefined if it was given lately,
 * or with this form. The page carries the fields of the form.
 */
export async function proofPage(
  { api, session, words, request }: BackOfficeVisit,
  fields: Fields,
): Promise<Answer | undefined> {
  const question = await askProof(api, session, { lang: words.lang, address: request.url, fields })
  if (question === undefined) return undefined
  const { title, isError, content } = question
  return { page: { title, isError }, content, status: isError ? 422 : 200 }
}
