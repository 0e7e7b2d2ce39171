import { array, bytea, int4, int8, type RowOf, uuid } from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { sealedChanges, sealHash } from '../seals-sql.ts'

const sealColumns = {
  merchant_id: uuid,
  number: int8,
  form: int4,
  entries: int4,
  previous_hash: bytea,
  hash: bytea,
  found_entries: int4,
  computed_hash: bytea,
}

export type SealRow = RowOf<typeof sealColumns>

// The next seals, with at most :maxEntries entries together, and their hashes recomputed from the current entries.
export const listSeals = defineStatement(
  'list_seals_for_integrity',
  { afterMerchant: uuid, afterNumber: int8, limit: int4, maxEntries: int4 },
  sealColumns,
  `with next as (
     select * from ledger_seals where (merchant_id, number) > (:afterMerchant, :afterNumber)
     order by merchant_id, number limit :limit
   ), page as (
     select *, sum(entries) over (order by merchant_id, number) - entries as before from next
   )
   select page.merchant_id, page.number, page.form, page.entries, page.previous_hash, page.hash, found.entries as found_entries,
     found.hash as computed_hash
   from page cross join lateral (
     select count(entry.source_id)::int4 as entries, ${sealHash('page', 'entry', 'change.position')} as hash
     from unnest(page.source_ids, page.versions) with ordinality as change (source_id, version, position)
     left join ledger_entries as entry on entry.merchant_id = page.merchant_id and entry.source_id = change.source_id
       and entry.version = change.version
   ) as found
   where page.before < :maxEntries
   order by page.merchant_id, page.number`,
)

// The entries of each merchant: posted, sealed and waiting. One statement, because posting and sealing go on meanwhile.
export const countEntries = defineReport(
  'count_entries_for_integrity',
  {},
  { merchant_id: uuid, posted: int8, sealed: int8, waiting: int8 },
  `select merchant_id, sum(posted)::int8 as posted, sum(sealed)::int8 as sealed, sum(waiting)::int8 as waiting
   from (
     select merchant_id, count(*) as posted, 0 as sealed, 0 as waiting from ledger_entries group by 1
     union all
     select merchant_id, 0, sum(entries), 0 from ledger_seals group by 1
     union all
     select merchant_id, 0, 0, count(*)
     from unsealed_entries join ledger_entries using (merchant_id, source_id, version) group by 1
   ) as counted
   group by 1 order by 1`,
)

// Changes of these merchants with entries that no seal and no queue covers, or that are covered twice.
export const listWronglySealed = defineReport(
  'list_wrongly_sealed_entries',
  { merchantIds: array(uuid), limit: int4 },
  { merchant_id: uuid, source_id: uuid, version: int4, entries: int8, times: int8 },
  `with awaited as (
     select merchant_id, source_id, version from (${sealedChanges(':merchantIds::uuid[]')}) as sealed
     union all
     select merchant_id, source_id, version from unsealed_entries where merchant_id = any(:merchantIds::uuid[])
   ), covered as (
     select merchant_id, source_id, version, count(*) as times from awaited group by 1, 2, 3
   ), posted as (
     select merchant_id, source_id, version, count(*) as entries
     from ledger_entries where merchant_id = any(:merchantIds::uuid[]) group by 1, 2, 3
   )
   select posted.merchant_id, posted.source_id, posted.version, posted.entries, coalesce(covered.times, 0) as times
   from posted left join covered using (merchant_id, source_id, version)
   where covered.times is distinct from 1 order by 1, 2, 3 limit :limit`,
)

export const listEmptyWaiting = defineReport(
  'list_empty_unsealed_entries',
  { limit: int4 },
  { merchant_id: uuid, source_id: uuid, version: int4 },
  `select merchant_id, source_id, version from unsealed_entries as waiting
   where not exists (
     select from ledger_entries as entry where entry.merchant_id = waiting.merchant_id
       and entry.source_id = waiting.source_id and entry.version = waiting.version
   )
   order by 1, 2, 3 limit :limit`,
)

export const listSealHashes = defineReport(
  'list_seal_hashes',
  { hashes: array(bytea) },
  { hash: bytea },
  'select hash from ledger_seals where hash = any(:hashes::bytea[])',
)
