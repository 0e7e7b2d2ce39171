import { columnList, nullable, records, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../platform/db/statement.ts'
import { storeNames } from '../../platform/merchants/merchants-sql.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  store_id: uuid,
  rule: text,
  value: text,
  accepted_by: text,
  at: timestamptz,
}
const accepted = records(columns)

export const insertResponsibilities = defineStatement(
  'insert_responsibilities',
  { accepted },
  {},
  `insert into responsibilities (${columnList(columns)})
   select ${columnList(columns)} from json_to_recordset(:accepted) as accepted (${accepted.definition})`,
)

// Oldest first.
export const listResponsibilityRows = defineReport(
  'list_responsibilities',
  { merchantId: nullable(uuid) },
  { merchant_id: uuid, merchant_code: text, rule: text, value: text, accepted_by: text, at: timestamptz },
  `select accepted.merchant_id, store.merchant_code, accepted.rule, accepted.value, accepted.accepted_by, accepted.at
   from responsibilities as accepted
   join (${storeNames}) as store on store.merchant_id = accepted.merchant_id and store.store_id = accepted.store_id
   where (:merchantId::uuid is null or accepted.merchant_id = :merchantId)
   order by accepted.at, accepted.id`,
)
