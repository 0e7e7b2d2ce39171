import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { deleteSignInsOf } from '../store/sign-ins.ts'

/** Forgets every sign-in under way with a phone (E.164): codes that were sent work no more, and tries begin anew. Answers how many it was. */
export async function removeSignInsOf(app: App, phone: string): Promise<number> {
  return (await app.db.run(deleteSignInsOf, { merchantId: allMerchants, phone })).length
}
