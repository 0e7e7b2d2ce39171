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
 * Adds missing search terms after an update from an earlier version: one batch of one merchant. Returns 0 if nothing is
 * missing, or if other processes have all of it. Race: an operation that changes a reference waits for the batch, so
 * that no term of the former reference is written after it.
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
/** A term that does not belong to its payment, or whose payment does not exist. */
export interface WrongTerm {
  readonly merchantId: string
  readonly is_test: boolean
  readonly term: string
  readonly created_at: number
  readonly payment_id: string
}

/** Reads the terms of all merchants page by page. Yields the number of terms and the wrong ones. */
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

/** Rebuilds the search terms of all merchants, and removes wrong ones, while the service runs. */
export async function reindexPayments(app: App): Promise<void> {
  await app.db.run(openGaps, {})
  while ((await fillGap(app)) > 0);
  for await (const { foreign } of listWrongTerms(app)) {
    for (const { merchantId, ...term } of foreign) await app.db.run(deleteTerms, { merchantId, terms: [term] })
  }
}
