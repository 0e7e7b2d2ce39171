import { array, int4, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

export const listEntries = defineStatement(
  'list_ledger_entries',
  { merchantId: uuid, sourceIds: array(uuid), until: int4, from: int4 },
  {
    ...{ source_id: uuid, version: int4, account: text, cause: text, currency: text, amount_minor: text },
    at: timestamptz,
  },
  `select source_id, version, account, cause, currency, amount_minor::text as amount_minor, at from ledger_entries
   where merchant_id = :merchantId and source_id = any(:sourceIds::uuid[]) and (version <= :until or version >= :from)
   order by source_id, version, cause, ledger_entries.amount_minor desc`,
)
