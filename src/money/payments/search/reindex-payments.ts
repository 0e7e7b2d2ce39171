import type { App } from '../../../platform/app/app.ts'
import { fillGap } from './fill-gap.ts'
import { listForeignTerms } from './list-foreign-terms.ts'
import { deleteTerms, openGaps } from './store/filling.ts'

/** Writes anew what the payments of all merchants are found by, and removes what none of them has, while the service goes on. */
export async function reindexPayments(app: App): Promise<void> {
  await app.db.run(openGaps, {})
  while ((await fillGap(app)) > 0);
  for await (const { foreign } of listForeignTerms(app)) {
    for (const { merchantId, ...term } of foreign) await app.db.run(deleteTerms, { merchantId, terms: [term] })
  }
}
