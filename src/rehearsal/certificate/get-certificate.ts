import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import type { Certificate } from './certificate.ts'
import { certificateFrom, findCertificate } from './store.ts'

/** The run as it is at this moment. Refuses with 404 one of another merchant or of the other mode. */
export async function getCertificate(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<Certificate> {
  const [row] = await app.db.run(findCertificate, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchCertificate()
  return certificateFrom(row)
}
