import { columnList, records, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { defineStatement } from '../../platform/db/statement.ts'

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
