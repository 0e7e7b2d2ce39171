import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { UnusableDatabase } from '../../db/unusable.ts'
import { backOffices } from '../back-office.ts'
import { peopleOf } from '../store/people.ts'

/** So many are tried, so that a single damaged one does not stop the service. */
const samples = 5

/** Refuses, with an UnusableDatabase that never shows a key, while no key at hand opens second factors: nobody could use theirs. */
export async function requireSecondFactors({ db, secrets }: Pick<App, 'db' | 'secrets'>): Promise<void> {
  const first = { merchantId: allMerchants, after: allMerchants, limit: samples }
  const stored = (
    await Promise.all(backOffices.map((backOffice) => db.run(peopleOf[backOffice].listSealed, first)))
  ).flat()
  const opens = stored.some(({ id, sealed }) => {
    try {
      secrets.decrypt(sealed, id)
      return true
    } catch {
      return false
    }
  })
  if (stored.length === 0 || opens) return
  throw new UnusableDatabase(
    "people's second factors do not open with SECRETS_KEY=(hidden) or SECRETS_KEY_EARLIER: set SECRETS_KEY to the key they were encrypted with, or name it in SECRETS_KEY_EARLIER",
  )
}
