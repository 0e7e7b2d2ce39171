import type { Section } from '../page.ts'
import { exportActivity } from './export-activity.ts'
import { viewActivity } from './view-activity.ts'

/** Who did what. */
export const activity: Section = {
  pages: [
    { path: '/activity', permission: 'see_activity', view: viewActivity },
    { path: '/activity.csv', isFile: true, permission: 'export', view: exportActivity },
  ],
  forms: [],
}
