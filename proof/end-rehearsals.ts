import type { Client } from '../testkit/client.ts'
import type { Merchant } from '../testkit/shop.ts'
import type { Records } from './records.ts'

/**
 * Ends all open rehearsals of the merchant in both modes. A process plays at most fifty of them. Without calls of the
 * merchant a rehearsal would last until its session times out.
 */
export async function endRehearsals(client: Client, records: Pick<Records, 'query'>, { id, keys }: Merchant) {
  const open = await records.query(
    `select id, is_test from certificates where merchant_id = '${id}' and status <> 'finished'`,
  )
  for (const { id: run, is_test } of open) {
    const caller = client.as(is_test === true ? keys.test.secret : keys.live.secret)
    const { status, text } = await caller.call('DELETE', `/sandbox/certificate/${run}`)
    // 409: it ends a little later.
    if (status !== 200 && status !== 409) throw new Error(`a rehearsal could not be ended: ${status}: ${text}`)
  }
}
