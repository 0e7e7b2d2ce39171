import { Ask } from '../../ui/back-office/components/ask.ts'
import type { Content } from '../../ui/html.ts'
import type { Answer, Fields } from './answers.ts'
import { type BackOfficeVisit, formTokenOf } from './back-office-visit.ts'

interface Asked {
  readonly title: string
  /** Says what will happen. */
  readonly sentence: string
  /** The form's address and the one to leave to, below the back office's, each with its query. */
  readonly to: string
  readonly back: string
  readonly label: string
  readonly fields?: Fields
  readonly children?: Content
}

type AskAnswer = Extract<Answer, { readonly page: unknown }>

/** A page that says what will happen and asks once. Its form says `confirmed=yes`. */
export function askPage(
  visit: BackOfficeVisit,
  { title, sentence, to, back, label, fields = {}, children }: Asked,
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

/** Whether the form comes from the page that asks. */
export function isConfirmed(fields: Fields): boolean {
  return fields['confirmed'] === 'yes'
}
