import type { App } from '../../../platform/app/app.ts'
import { nilId } from '../../../platform/base/ids.ts'
import { firstInstant } from '../../../platform/base/times.ts'
import { listTermsForIntegrity, termsFrom } from './store/filling.ts'

const pageSize = 2_000
/** A term of a payment that has not what it says, or of none. */
export interface ForeignTerm {
  readonly merchantId: string
  readonly is_test: boolean
  readonly term: string
  readonly created_at: number
  readonly payment_id: string
}

/** Looks at every term of every merchant, page after page: how many there are, and which of them are not their payment's. */
export async function* listForeignTerms(app: App): AsyncGenerator<{ checked: number; foreign: ForeignTerm[] }> {
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
