import type { App } from '../../../platform/app/app.ts'
import { listWaitingReturnRequests, returnRequestFrom } from '../store/return-requests.ts'
import type { ReturnRequest } from './return-request.ts'

/** Those of all merchants that nobody has confirmed yet, oldest first. */
export async function listWaitingReturns(
  app: App,
  page: { readonly after: number; readonly afterId: string; readonly limit: number },
): Promise<readonly { readonly request: ReturnRequest; readonly merchantName: string }[]> {
  const rows = await app.db.run(listWaitingReturnRequests, page)
  return rows.map((row) => ({ request: returnRequestFrom(row), merchantName: row.merchant_name }))
}
