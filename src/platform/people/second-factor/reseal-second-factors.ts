import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { backOffices } from '../back-office.ts'
import { peopleOf } from '../store/people.ts'

const batch = 500

/** Encrypts with the current SECRETS_KEY what is still encrypted with an earlier one. Answers how much it was. */
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
