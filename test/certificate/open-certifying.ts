import { certifyShop, type Rehearsal, type Rehearsed } from '../../testkit/certificate/certify-shop.ts'
import { openStreet } from '../../testkit/certificate/street.ts'
import { startTestService } from '../support/service.ts'

/** A sandbox that rehearses with shops. */
export interface Certifying {
  /** Rehearses with a new shop. */
  rehearse(rehearsal: Rehearsal): Promise<Rehearsed>
  close(): Promise<void>
}

/** Starts one whose clock runs, because pauses are judged. */
export async function openCertifying(): Promise<Certifying> {
  const street = await openStreet()
  const env = { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${street.port}` }
  const service = await startTestService({ workers: true, runs: true, env })
  return {
    rehearse: (rehearsal) => certifyShop(service.urls, street, rehearsal),
    async close() {
      await service.close()
      await street.close()
    },
  }
}
