import { succeed } from './client.ts'
import type { Shop } from './shop.ts'
import { retry } from './timeouts.ts'

/**
 * Plays an unfinished order of a rehearsal: opens a session, lets the sandbox pay it, and captures without a reference.
 */
export async function orderWithoutReference(shop: Shop): Promise<void> {
  const id = await shop.createdPayment()
  const path = `/api/v2/payments/${id}`
  await retry('the sandbox pays', async () => (await shop.call('GET', path)).body.status === 'AUTHORIZED')
  succeed(await shop.call('POST', `${path}/captures`, { amount: '340.00' }))
}
