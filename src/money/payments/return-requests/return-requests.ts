import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { refusals } from '../refusals.ts'
import {
  deleteRequestsOfSandbox,
  findReturnRequest,
  listRequestsOfSandbox,
  listReturnRequestsOfPayment,
  listWaitingReturnRequests,
  returnRequestFrom,
} from '../store/return-requests.ts'
import type { ReturnRequest } from './return-request.ts'

/** Returns a request for a return. Refuses with 404 one of another merchant. */
export async function getReturnRequest(app: App, merchantId: MerchantId, id: string): Promise<ReturnRequest> {
  const [row] = await app.db.run(findReturnRequest, { merchantId, id })
  if (row === undefined) throw refusals.noSuchReturn()
  return returnRequestFrom(row)
}

const limit = 50

/** Lists the 50 newest requests of a payment, newest first. */
export async function listReturnRequests(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<ReturnRequest[]> {
  return (await app.db.run(listReturnRequestsOfPayment, { merchantId, paymentId, limit })).map(returnRequestFrom)
}

/** Lists the waiting requests of all merchants, oldest first. */
export async function listWaitingReturns(
  app: App,
  page: { readonly after: number; readonly afterId: string; readonly limit: number },
): Promise<readonly { readonly request: ReturnRequest; readonly merchantName: string }[]> {
  const rows = await app.db.run(listWaitingReturnRequests, page)
  return rows.map((row) => ({ request: returnRequestFrom(row), merchantName: row.merchant_name }))
}

/** Waiting requests for refunds that a sandbox made. */
export const sandboxRequests: SandboxRemains = {
  one: 'waiting request for a refund',
  many: 'waiting requests for refunds',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listRequestsOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listRequestsOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteRequestsOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
