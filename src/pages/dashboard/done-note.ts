import { Note } from '../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../platform/ui/html.ts'

interface DoneNoteProps {
  /** What is said of each thing that can be done. */
  readonly messages: Readonly<Record<string, string>>
  /** Which of them was, by the address. */
  readonly done: string | undefined
}

/** Says what was done just now; nothing for a word that somebody else wrote into the address. */
export function DoneNote({ messages, done = '' }: DoneNoteProps): Content {
  return Object.hasOwn(messages, done) ? Note({ tone: 'good', children: html`<p>${messages[done]}</p>` }) : null
}
