import type { Section } from '../page.ts'
import {
  viewAdminRequests,
  viewDefaulted,
  viewDisputes,
  viewErasureRequests,
  viewPayouts,
  viewReferrals,
  viewReturnRequests,
  viewReturns,
  viewVoids,
} from './view-lists.ts'
import { viewQueue } from './view-queue.ts'

/**
 * The work queue: referred orders and disputes to decide, requests to confirm, defaulted plans, failed returns, late voids, held payouts.
 */
export const queue: Section = {
  pages: [
    { path: '', view: viewQueue },
    { path: '/disputes', view: viewDisputes },
    { path: '/defaulted', view: viewDefaulted },
    { path: '/returns', view: viewReturns },
    { path: '/return-requests', view: viewReturnRequests },
    { path: '/admin-requests', view: viewAdminRequests },
    { path: '/erasure-requests', view: viewErasureRequests },
    { path: '/referrals', view: viewReferrals },
    { path: '/voids', view: viewVoids },
    { path: '/payouts', view: viewPayouts },
  ],
  forms: [],
}
