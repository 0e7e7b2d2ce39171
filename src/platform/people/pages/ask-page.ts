import { Ask } from '../../ui/back-office/components/ask.ts'
import type { Content } from '../../ui/html.ts'
import type { Answer, Fields } from './answers.ts'
import { type BackOfficeVisit, formTokenOf } from './back-office-visit.ts'

interface Question {
  readonly title: string
  /** What will happen. */
  readonly sentence: string
  /** Addresses of the form and of the way back, below the back office, with their queries. */
  readonly to: string
  readonly back: string
  readonly label: string
  readonly fields?: Fields
  readonly children?: Content
}

type AskAnswer = Extract<Answer, { readonly page: unknown }>

/** Returns a page that says what will happen and asks for a confirmation. Its form sends `confirmed=yes`. */
export function askPage(
  visit: BackOfficeVisit,
  { title, sentence, to, back, label, fields = {}, children }: Question,
): AskAnswer {
  const { words, address } = visit
  const content = Ask({
    words,
    sentence,
    action: address(to),
    csrfToken: formTokenOf(visit),
    fields,
    label,
    back: address(back),
    children,
  })
  return { page: { title, back: { href: address(back), label: words.texts.back } }, content }
}

/** Whether the form comes from such a page. */
export function isConfirmed(fields: Fields): boolean {
  return fields['confirmed'] === 'yes'
}
