import type { App } from '../../../platform/app/app.ts'
import type { Db } from '../../../platform/db/db.ts'
import { closeGap, insertTerms, listFindable, narrowGap, takeGap, termsFrom } from './store/filling.ts'

const batch = 500

/**
 * Writes what payments are found by where that is missing, after an update from an earlier version: a batch of one merchant's. Answers 0
 * where nothing is missing, or others are about all of it; more than 0 where there may be more to do. Any number of processes may do so at
 * once. Whoever gives an order another reference meanwhile waits for the batch, so that no term of the former one is written behind it.
 */
export async function fillGap(app: App): Promise<number> {
  const filled = await app.db.eachShard(fillAny)
  return filled.reduce((sum, one) => sum + one)
}

function fillAny(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const [gap] = await tx.run(takeGap, {})
    if (gap === undefined) return 0
    const { merchant_id: merchantId, behind_id: behindId } = gap
    const rows = await tx.run(listFindable, { merchantId, behindId, limit: batch })
    const terms = rows.flatMap((row) => {
      const { id: payment_id, is_test, created_at } = row
      return termsFrom(row).map((term) => ({ is_test, term, created_at, payment_id }))
    })
    await tx.run(insertTerms, { merchantId, terms })
    const last = rows.length < batch ? undefined : rows.at(-1)
    await (last === undefined ? tx.run(closeGap, { merchantId }) : tx.run(narrowGap, { merchantId, behindId: last.id }))
    return batch
  })
}
