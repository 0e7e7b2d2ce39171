import { Seal } from '../../ui/components/seal.ts'
import { Actions } from '../../ui/forms/buttons.ts'
import { html } from '../../ui/html.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'

/** Why nobody was signed in by the provider. */
export type SsoProblem = 'failed' | 'unknown' | 'no_merchant'

export function renderSsoProblem(words: PeopleWords, backOffice: BackOffice, problem: SsoProblem): string {
  const { texts } = words
  const address = `${pathOf[backOffice]}/sign-in`
  const content = html`<section class="outcome">
    ${Seal({ icon: 'cross', filled: 0 })}
    <h1>${texts.ssoProblemTitle}</h1>
    <p class="lead">${texts.ssoProblems[problem]}</p>
    ${Actions({ children: html`<a class="primary" href=${address}>${texts.tryAgain}</a>` })}
  </section>`
  return renderColumn({ backOffice, words, title: texts.ssoProblemTitle, isError: true, address }, content)
}
