import { activity } from './activity/activity.ts'
import { claims } from './claims/claims.ts'
import { customers } from './customers/customers.ts'
import { disputes } from './disputes/disputes.ts'
import { impersonation } from './impersonation.ts'
import { merchants } from './merchants/merchants.ts'
import type { Section } from './page.ts'
import { payments } from './payments/payments.ts'
import { queue } from './queue/queue.ts'
import { search } from './search.ts'

/** All sections of support's back office. */
export const sections: readonly Section[] = [
  ...[queue, disputes, payments, customers, merchants],
  ...[impersonation, activity, search, claims],
]
