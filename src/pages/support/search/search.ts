import type { Section } from '../page.ts'
import { viewSearch } from './view-search.ts'

/** The one box that guesses what it is given. */
export const search: Section = { pages: [{ path: '/search', view: viewSearch }], forms: [] }
