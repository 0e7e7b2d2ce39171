/** What else there is to say of what somebody did, by its name: each has a word in the logs of both back offices. */
export const detailNames = [
  ...['amount', 'currency', 'reference_id', 'request_id', 'payment_id', 'notification_id', 'from', 'to', 'asked'],
  ...['host', 'event', 'events', 'webhooks', 'file', 'filter', 'searched', 'store', 'merchant_code', 'country', 'name'],
  ...['kind', 'permissions', 'last_four', 'changed', 'iban', 'email', 'role', 'before'],
  ...['sessions', 'checkouts', 'sign_ins'],
  ...['checkout', 'smallest_order', 'largest_order', 'session_minutes', 'payment_minutes', 'auto_capture'],
  ...['fee_percent', 'fee_fixed', 'fee_vat_percent', 'fee_refund'],
  ...['max_open_exposure', 'max_orders_per_day', 'refuse_overdue'],
  ...['advance', 'rule'],
] as const

export type DetailName = (typeof detailNames)[number]

export type DetailValue = string | number | boolean | null

/** Beside what has a word: why somebody did it, which is quoted, and by what an opening is found, which is nothing to read. */
export type ActivityDetails = Readonly<Partial<Record<DetailName | 'reason' | 'opening', DetailValue>>>

/** What of a store its people change, as the detail `changed` names it: each has a word in the logs of both back offices. */
export type SettingName = 'name' | 'smallestOrderMinor' | 'largestOrderMinor' | 'autoCaptureSeconds' | 'logo'
