import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { UnusableDatabase } from '../../db/unusable.ts'
import { backOffices } from '../back-office.ts'
import { peopleOf } from '../store/people.ts'

/** Secrets to try per back office: a single damaged one must not stop the service. */
const samples = 5

/** Throws an UnusableDatabase, which shows no key, if no configured key decrypts the stored second factors. */
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

const batch = 500

/** Encrypts with the current SECRETS_KEY the secrets that an earlier key encrypted. Returns how many. */
export async function resealSecondFactors({ db, secrets }: App): Promise<number> {
  let count = 0
  for (const backOffice of backOffices) {
    const list = (after: string) =>
      db.run(peopleOf[backOffice].listSealed, { merchantId: allMerchants, after, limit: batch })
    for (let page = await list(allMerchants); page.length > 0; page = await list(page.at(-1)?.id ?? '')) {
      for (const { id, sealed: earlier } of page) {
        if (secrets.isCurrent(earlier)) continue
        const sealed = secrets.encrypt(secrets.decrypt(earlier, id), id)
        await db.run(peopleOf[backOffice].reseal, { merchantId: allMerchants, id, earlier, sealed })
        count += 1
      }
    }
  }
  return count
}
