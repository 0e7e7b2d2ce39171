import MiniSearch from 'minisearch'
import type { Guide } from '../../../../pages/docs/guides/guide.ts'
import { openFinder } from '../../../../pages/docs/search/finder.js'
import { listPages } from './pages.ts'

type Finder = ReturnType<typeof openFinder>

let finders: Readonly<Record<'guides' | 'contract', Finder>> | undefined

/** Returns the sections that fit the query best, of the guides and of the contract. Makes its indexes at the first call. */
export function searchPages(query: string, most: number) {
  finders ??= {
    guides: finderOf(listPages().filter(({ name }) => !name.includes('/'))),
    contract: finderOf(listPages().filter(({ name }) => name.includes('/'))),
  }
  return { guides: find(finders.guides, query, most), contract: find(finders.contract, query, most) }
}

function finderOf(pages: readonly Guide[]): Finder {
  const sections = pages.flatMap((page) =>
    page.sections.map(({ id, title, text }) => ({ title, page: page.title, address: `${page.name}#${id}`, text })),
  )
  return openFinder(
    MiniSearch,
    sections.map((section, id) => ({ id, ...section })),
  )
}

function find(finder: Finder, query: string, most: number) {
  return finder(query, most).map(({ title, address, excerpt }) => {
    const [page = '', section = ''] = address.split('#')
    return { page, ...(section !== '' && { section }), title, excerpt }
  })
}
