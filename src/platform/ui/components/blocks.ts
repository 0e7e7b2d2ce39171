import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import { Icon } from './pictures.ts'

interface FoldProps {
  readonly summary: string
  readonly isOpen?: boolean
  readonly children?: Content
}

/** Content folded away under a summary. */
export function Fold({ summary, isOpen = false, children }: FoldProps): Content {
  return html`<details class="fold" open=${isOpen}>
    <summary>${summary}${Icon({ name: 'back', size: 18 })}</summary>
    ${children}
  </details>`
}

/** An error of the previous step, above the fields. */
export function Notice({ text }: { text: string }): Content {
  return html`<div class="notice" role="alert">${Icon({ name: 'alert', size: 20 })}<p>${text}</p></div>`
}

/** The band of test pages. `hint`: the test data to type. */
export function TestBand({ words, hint }: { words: Words; hint?: string | undefined }): Content {
  const { testMode, testModeHint } = words.texts
  return html`<aside class="band" aria-label=${testMode}><p><strong>${testMode}</strong> ${hint ?? testModeHint}</p></aside>`
}
