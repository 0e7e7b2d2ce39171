/** The members of payment notifications when the shop was written. */
const documented = new Set([
  ...['id', 'created_at', 'expires_at', 'expired_at', 'closed_at', 'status', 'is_test', 'is_expired'],
  ...['amount', 'currency', 'order', 'captures', 'refunds', 'meta', 'token'],
])

/** Whether a notification has no other member. */
export function isDocumented(notification: object): boolean {
  return Object.keys(notification).every((name) => documented.has(name))
}
