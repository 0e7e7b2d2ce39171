import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'

/** The band on every page shown with test keys: it says so, and what to type. */
export function TestBand({ words, hint }: { words: Words; hint?: string | undefined }): Content {
  const { testMode, testModeHint } = words.texts
  return html`<aside class="band" aria-label=${testMode}><p><strong>${testMode}</strong> ${hint ?? testModeHint}</p></aside>`
}
