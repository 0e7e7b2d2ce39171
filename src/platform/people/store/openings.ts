import { text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

// The log itself says what is open: nothing is seen that is not written down.
export const findOpening = defineStatement(
  'find_opening',
  { merchantId: uuid, opening: text },
  { at: timestamptz },
  `select at from activities where merchant_id = :merchantId and details ->> 'opening' = :opening
   order by id desc limit 1`,
)
