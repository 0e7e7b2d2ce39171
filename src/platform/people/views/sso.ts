import { Seal } from '../../ui/components/seal.ts'
import { Actions } from '../../ui/forms/buttons.ts'
import { html } from '../../ui/html.ts'
import { type Desk, pathOf } from '../desk.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'

/** Why nobody was signed in by the provider. */
export type SsoProblem = 'failed' | 'unknown' | 'no_merchant'

export function renderSsoProblem(words: PeopleWords, desk: Desk, problem: SsoProblem): string {
  const { texts } = words
  const address = `${pathOf[desk]}/sign-in`
  const content = html`<section class="outcome">
    <${Seal} icon="cross" filled=${0} /><h1>${texts.ssoProblemTitle}</h1><p class="lead">${texts.ssoProblems[problem]}</p>
    <${Actions}><a class="primary" href=${address}>${texts.tryAgain}</a><//>
  </section>`
  return renderColumn({ desk, words, title: texts.ssoProblemTitle, isError: true, address }, content)
}
