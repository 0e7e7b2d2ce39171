import type { Section } from '../page.ts'
import { viewHome } from './view-home.ts'

/** The first page: what waits to be done, and how business goes. */
export const home: Section = { pages: [{ path: '', permission: 'see_figures', view: viewHome }], forms: [] }
