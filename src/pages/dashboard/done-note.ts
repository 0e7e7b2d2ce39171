import { Note } from '../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../platform/ui/html.ts'

interface DoneNoteProps {
  /** The message for each act. */
  readonly messages: Readonly<Record<string, string>>
  /** The last act, as in the address. */
  readonly done: string | undefined
}

/** Confirms the last act. Draws nothing for an unknown word: an address can be made up. */
export function DoneNote({ messages, done = '' }: DoneNoteProps): Content {
  return Object.hasOwn(messages, done) ? Note({ tone: 'good', children: html`<p>${messages[done]}</p>` }) : null
}
