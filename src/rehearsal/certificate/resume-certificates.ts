import type { App } from '../../platform/app/app.ts'
import { runnerOf } from './certificate-runner.ts'
import { listLeftCertificates } from './store.ts'

const batch = 20

/** Has this process go on with runs that nobody is at any more. Answers how many there were. */
export async function resumeCertificates(app: App): Promise<number> {
  const left = await app.db.run(listLeftCertificates, { limit: batch })
  for (const { merchant_id: merchantId, id, is_test: isTest } of left) runnerOf(app).take({ merchantId, id, isTest })
  return left.length
}
