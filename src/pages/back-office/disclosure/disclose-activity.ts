import type { Activity, DetailName, DetailValue } from '../../../platform/people/activities/activity.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedActivity = Disclosed<Activity>

/**
 * Whether a detail may contain text that was typed about an order. A new detail does not compile without an entry here.
 */
const mayBePersonal: Readonly<Record<DetailName | 'reason' | 'opening', boolean>> = {
  ...{ reason: true, opening: true, reference_id: true, from: true, to: true, filter: true, name: true, rule: true },
  ...{ amount: false, currency: false, request_id: false, payment_id: false, notification_id: false, asked: false },
  ...{
    host: false,
    event: false,
    events: false,
    only_missing: false,
    webhooks: false,
    file: false,
    searched: false,
    store: false,
  },
  ...{ merchant_code: false, country: false, kind: false, last_four: false, changed: false, iban: false },
  // These details are about people who work at the merchant.
  ...{ email: false, role: false, before: false, sessions: false, checkouts: false, sign_ins: false },
  ...{ checkout: false, smallest_order: false, largest_order: false, session_minutes: false },
  ...{
    payment_minutes: false,
    auto_capture: false,
    refund_days: false,
    fee_percent: false,
    fee_fixed: false,
    fee_vat_percent: false,
  },
  ...{ fee_refund: false, max_open_exposure: false, max_orders_per_day: false, refuse_overdue: false },
  ...{ plans: false, service_fee_refund: false, responsibility: false },
  ...{ advance: false, permissions: false },
}

/** Returns entries of the log as the visit may see them. */
export function discloseActivities(reader: PersonalReader, activities: readonly Activity[]): DisclosedActivity[] {
  return activities.map((activity) => disclose(reader, activity, hideActivity))
}

function hideActivity(activity: Activity): Activity {
  const details = Object.entries(activity.details).map(([name, value]): [string, DetailValue] => [
    name,
    // An unknown name is an earlier version's: it is hidden.
    (mayBePersonal as Readonly<Record<string, boolean>>)[name] === false ? value : hiddenText,
  ])
  return { ...activity, details: Object.fromEntries(details) }
}
