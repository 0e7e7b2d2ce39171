import type { Activity } from '../activities/activity.ts'
import type { DetailName, DetailValue } from '../activities/details.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedActivity = Disclosed<Activity>

/** Whether a detail may hold what somebody typed about an order. A new detail does not compile before somebody has decided about it. */
const mayBePersonal: Readonly<Record<DetailName | 'reason' | 'opening', boolean>> = {
  ...{ reason: true, opening: true, reference_id: true, from: true, to: true, filter: true, name: true, rule: true },
  ...{ amount: false, currency: false, request_id: false, payment_id: false, notification_id: false, asked: false },
  ...{ host: false, event: false, events: false, webhooks: false, file: false, searched: false, store: false },
  ...{ merchant_code: false, country: false, kind: false, last_four: false, changed: false, iban: false },
  // Of people who work at the merchant.
  ...{ email: false, role: false, before: false, sessions: false, checkouts: false, sign_ins: false },
  ...{ checkout: false, smallest_order: false, largest_order: false, session_minutes: false },
  ...{ payment_minutes: false, auto_capture: false, fee_percent: false, fee_fixed: false, fee_vat_percent: false },
  ...{ fee_refund: false, max_open_exposure: false, max_orders_per_day: false, refuse_overdue: false },
  ...{ advance: false, permissions: false },
}

/** What was done at the dashboard, as the visit may see it. */
export function discloseActivities(reader: PersonalReader, activities: readonly Activity[]): DisclosedActivity[] {
  return activities.map((activity) => disclose(reader, activity, hideActivity))
}

function hideActivity(activity: Activity): Activity {
  const details = Object.entries(activity.details).map(([name, value]): [string, DetailValue] => [
    name,
    // A name that is not known is of an earlier version: nobody has decided about it.
    (mayBePersonal as Readonly<Record<string, boolean>>)[name] === false ? value : hiddenText,
  ])
  return { ...activity, details: Object.fromEntries(details) }
}
