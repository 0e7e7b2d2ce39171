import type { Section } from '../page.ts'
import {
  viewAdminRequests,
  viewDefaulted,
  viewDisputes,
  viewPayouts,
  viewReturnRequests,
  viewReturns,
  viewVoids,
} from './view-lists.ts'
import { viewQueue } from './view-queue.ts'

/** What waits for support: disputes to decide, plans that were given up, money that did not arrive. */
export const queue: Section = {
  pages: [
    { path: '', view: viewQueue },
    { path: '/disputes', view: viewDisputes },
    { path: '/defaulted', view: viewDefaulted },
    { path: '/returns', view: viewReturns },
    { path: '/return-requests', view: viewReturnRequests },
    { path: '/admin-requests', view: viewAdminRequests },
    { path: '/voids', view: viewVoids },
    { path: '/payouts', view: viewPayouts },
  ],
  forms: [],
}
