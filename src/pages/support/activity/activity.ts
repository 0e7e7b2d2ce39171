import type { Section } from '../page.ts'
import { viewActivity } from './view-activity.ts'

/** Who of support saw and did what. */
export const activity: Section = { pages: [{ path: '/activity', view: viewActivity }], forms: [] }
