import type { App } from '../../../platform/app/app.ts'
import { nilId } from '../../../platform/base/ids.ts'
import { firstInstant } from '../../../platform/base/times.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  closeGap,
  deleteTerms,
  insertTerms,
  listFindable,
  listTermsForIntegrity,
  narrowGap,
  openGaps,
  takeGap,
  termsFrom,
} from './store/filling.ts'

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

const pageSize = 2_000
/** A term of a payment that has not what it says, or of none. */
export interface WrongTerm {
  readonly merchantId: string
  readonly is_test: boolean
  readonly term: string
  readonly created_at: number
  readonly payment_id: string
}

/** Looks at every term of every merchant, page after page: how many there are, and which of them are not their payment's. */
export async function* listWrongTerms(app: App): AsyncGenerator<{ checked: number; foreign: WrongTerm[] }> {
  let after = {
    afterMerchant: nilId,
    afterTest: false,
    afterTerm: '',
    afterCreated: firstInstant,
    afterPayment: nilId,
  }
  for (;;) {
    const rows = await app.db.run(listTermsForIntegrity, { ...after, limit: pageSize })
    const last = rows.at(-1)
    if (last === undefined) return
    const { merchant_id: afterMerchant, is_test: afterTest, term: afterTerm } = last
    after = { afterMerchant, afterTest, afterTerm, afterCreated: last.created_at, afterPayment: last.payment_id }
    const foreign = rows.filter((row) => !row.is_own || !termsFrom(row).includes(row.term))
    yield {
      checked: rows.length,
      foreign: foreign.map(({ merchant_id: merchantId, is_test, term, created_at, payment_id }) => {
        return { merchantId, is_test, term, created_at, payment_id }
      }),
    }
  }
}

/** Writes anew what the payments of all merchants are found by, and removes what none of them has, while the service goes on. */
export async function reindexPayments(app: App): Promise<void> {
  await app.db.run(openGaps, {})
  while ((await fillGap(app)) > 0);
  for await (const { foreign } of listWrongTerms(app)) {
    for (const { merchantId, ...term } of foreign) await app.db.run(deleteTerms, { merchantId, terms: [term] })
  }
}
