import { bool, records, text, timestamptz, uuid } from '../../../platform/db/columns.ts'

/** Terms that payments of one merchant are found by. */
export const foundBy = records({ is_test: bool, term: text, created_at: timestamptz, payment_id: uuid })
