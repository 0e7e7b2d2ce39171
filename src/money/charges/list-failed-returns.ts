import type { App } from '../../platform/app/app.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Return } from './return.ts'
import { listFailedReturns as list, returnFrom } from './store/returns.ts'

/** What went back to cards of all merchants' customers and did not arrive, oldest first. */
export async function listFailedReturns(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly (Return & { readonly merchantName: string })[]> {
  return (await app.db.run(list, page)).map((row) => ({ ...returnFrom(row), merchantName: row.merchant_name }))
}
