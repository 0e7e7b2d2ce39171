import { WrongFilter } from '../ui/desk/components/filter-bar.ts'
import { html } from '../ui/html.ts'
import type { Answer, Visit } from './page.ts'

/** Answers an export whose filter cannot be read: 400, and the way to the list, which says what is wrong. `path`: the list's, below the mode. */
export function refuseExport({ words, address, request }: Visit, path: string): Answer {
  const { texts } = words
  const list = address(path) + new URL(request.url, 'http://desk.invalid').search
  const content = html`<${WrongFilter} words=${words} /><p><a class="button" href=${list}>${texts.back}</a></p>`
  return { page: { title: texts.exportCsv, isError: true }, content, status: 400 }
}
