import { activity } from './activity/activity.ts'
import { customers } from './customers/customers.ts'
import { disputes } from './disputes/disputes.ts'
import { asMerchant } from './impersonation.ts'
import { merchants } from './merchants/merchants.ts'
import type { Section } from './page.ts'
import { payments } from './payments/payments.ts'
import { queue } from './queue/queue.ts'
import { search } from './search.ts'

/** All that the console consists of. */
export const sections: readonly Section[] = [
  ...[queue, disputes, payments, customers, merchants],
  ...[asMerchant, activity, search],
]
