import { askProof } from '../proof.ts'
import type { Answer, Fields } from './answers.ts'
import type { BackOfficeVisit } from './back-office-visit.ts'

/**
 * Asks once more who is there, before what is dear; undefined where that was proved lately, or with this form. What the form said goes with the
 * question, and comes back with the answer.
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
