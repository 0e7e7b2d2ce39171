import { int4, text, uuid } from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const counted = { merchantId: uuid, ofAddress: text, ofKey: text, bytes: int4, mostOfAddress: int4, mostOfKey: int4 }

const isOpen = 'quota.forget_at > statement_timestamp()'
const ofDay = `case when ${isOpen} then quota.bytes else 0 end + excluded.bytes`

/** SQL: adds the bytes to the count of this name. Returns no row if the day would have too many. */
const add = (name: string, most: string, condition: string): string => `
     insert into message_quotas as quota (merchant_id, counted, sent_at, forget_at, bytes)
     select :merchantId, ${name}, '{}', ${msFromNow(':windowMs')}, :bytes ${condition}
     on conflict (merchant_id, counted) do update
     set bytes = ${ofDay}, forget_at = case when ${isOpen} then quota.forget_at else excluded.forget_at end
     where ${ofDay} <= ${most}::int8
     returning counted`

const keyHasRoom = `not exists (
       select from message_quotas as quota where merchant_id = :merchantId and counted = :ofKey and ${isOpen}
         and quota.bytes + :bytes > :mostOfKey::int8)`

// Always the address's row before the key's: no deadlock. Times are the database's, because several machines count
// together. A key that has used up its day adds no rows of addresses: their number has no bound.
export const countBytes = defineStatement(
  'count_stored_bytes',
  { ...counted, windowMs: int4 },
  { counted: text },
  `with of_address as (${add(':ofAddress', ':mostOfAddress', `where ${keyHasRoom}`)}
   ), of_key as (${add(':ofKey', ':mostOfKey', 'where exists (select from of_address)')}
   )
   select counted from of_key`,
)

// The milliseconds until the end of the day that has no room for these bytes.
export const findBytesWait = defineStatement(
  'find_stored_bytes_wait',
  counted,
  { wait_ms: int4 },
  `select greatest(ceil(extract(epoch from forget_at - statement_timestamp()) * 1000), 1)::int4 as wait_ms
   from message_quotas where merchant_id = :merchantId and (
     (counted = :ofAddress and bytes + :bytes > :mostOfAddress::int8) or (counted = :ofKey and bytes + :bytes > :mostOfKey::int8)
   )
   order by forget_at desc limit 1`,
)
