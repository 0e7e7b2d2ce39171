import { WrongFilter } from '../../platform/ui/back-office/components/filter-bar.ts'
import { html } from '../../platform/ui/html.ts'
import type { Answer, Visit } from './page.ts'

/** Answers 400 to an export whose filter cannot be read, with a link to the list, which shows the error. `path`: of the list, below the mode. */
export function refuseExport({ words, address, request }: Visit, path: string): Answer {
  const { texts } = words
  const list = address(path) + new URL(request.url, 'http://back-office.invalid').search
  const content = html`${WrongFilter({ words })}<p><a class="button" href=${list}>${texts.back}</a></p>`
  return { page: { title: texts.exportCsv, isError: true }, content, status: 400 }
}
