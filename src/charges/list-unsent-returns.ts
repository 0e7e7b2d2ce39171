import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { ReturnKey } from './return.ts'
import { listUnsentReturns as list } from './store/returns.ts'

/** What is to go back to cards of a merchant's customers and nobody has sent yet, the first due first, at most so many. */
export async function listUnsentReturns(app: App, merchantId: MerchantId, limit: number): Promise<ReturnKey[]> {
  return (await app.db.run(list, { merchantId, limit })).map(({ id }) => ({ merchantId, id }))
}
