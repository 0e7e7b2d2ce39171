import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Certificate } from './certificate.ts'
import { certificateFrom, listCertificates as newest } from './store.ts'

/** The newest runs of a merchant in this mode, the newest first, at most so many; their checks come without findings. */
export async function listCertificates(
  app: App,
  { merchantId, isTest }: MerchantMode,
  limit: number,
): Promise<Certificate[]> {
  return (await app.db.run(newest, { merchantId, isTest, limit })).map(certificateFrom)
}
