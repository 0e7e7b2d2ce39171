/** How other rooms find the live payments that a sandbox has made: SQL for their joins. The table is this room's. */

const ofSandbox = (condition: string): string =>
  `select merchant_id, id as payment_id from payments where ${condition} and not is_test and not is_held and status <> 'CREATED'`

/**
 * SQL: merchant_id and payment_id of the live payments that a sandbox has made and that money may still move for; with :isUnmarkedToo also of
 * those that are older than the marks. Two parts, so that the first one goes along the index of the marked ones.
 */
export const paymentsOfSandbox = `${ofSandbox('in_sandbox')} union all ${ofSandbox('not in_sandbox and :isUnmarkedToo')}`
