import { array, bool, bytea, int4, int8, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../platform/due/waiting.ts'
import { sealHash } from './seals-sql.ts'

export const openChain = defineStatement(
  'open_ledger_chain',
  { merchantId: uuid },
  {},
  'insert into ledger_chains (merchant_id) values (:merchantId) on conflict (merchant_id) do nothing',
)

export const lockChain = defineStatement(
  'lock_ledger_chain',
  { merchantId: uuid },
  { merchant_id: uuid },
  'select merchant_id from ledger_chains where merchant_id = :merchantId for update',
)

// An entry that commits late is sealed with a later seal: its place in the queue counts, not its time.
export const sealWaiting = defineStatement(
  'seal_ledger_entries',
  { merchantId: uuid, limit: int4, form: int4, firstHash: bytea, now: timestamptz },
  { number: int8, source_ids: array(uuid), versions: array(int4) },
  `with waiting as materialized (
     select ctid as row, source_id, version from unsealed_entries where merchant_id = :merchantId
     order by source_id, version limit :limit
   ), taken as (
     delete from unsealed_entries as unsealed using waiting
     where unsealed.merchant_id = :merchantId and unsealed.ctid = waiting.row
   ), numbered as materialized (
     select source_id, version, row_number() over (order by source_id, version) as position from waiting
   ), seal as materialized (
     select :form::int4 as form, :merchantId::uuid as merchant_id, coalesce(last.number, 0) + 1 as number,
       coalesce(last.hash, :firstHash) as previous_hash
     from (select) as one
     left join lateral (
       select number, hash from ledger_seals where merchant_id = :merchantId order by number desc limit 1
     ) as last on true
     where exists (select from waiting)
   ), sealed as (
     select seal.form, seal.merchant_id, seal.number, seal.previous_hash, count(entry.source_id)::int4 as entries,
       ${sealHash('seal', 'entry', 'numbered.position')} as hash
     from seal cross join numbered
     left join ledger_entries as entry on entry.merchant_id = :merchantId and entry.source_id = numbered.source_id
       and entry.version = numbered.version
     group by 1, 2, 3, 4
   )
   insert into ledger_seals (merchant_id, number, form, source_ids, versions, entries, previous_hash, hash, sealed_at)
   select merchant_id, number, form, (select array_agg(source_id order by position) from numbered),
     (select array_agg(version order by position) from numbered), entries, previous_hash, hash, :now
   from sealed
   returning number, source_ids, versions`,
)

// Without a lock: reads committed entries.
export const findWaiting = defineStatement(
  'find_unsealed_entries',
  { merchantId: uuid, beyond: int4 },
  { is_waiting: bool },
  'select exists (select from unsealed_entries where merchant_id = :merchantId offset :beyond::int4) as is_waiting',
)

export const findHead = defineStatement(
  'find_ledger_head',
  { merchantId: uuid },
  { number: int8, hash: bytea },
  'select number, hash from ledger_seals where merchant_id = :merchantId order by number desc limit 1',
)

// From any id on, so that all merchants take turns.
export const listUnsealedMerchants = onEachShard(
  defineStatement(
    'list_unsealed_merchants',
    { from: uuid, limit: int4 },
    { merchant_id: uuid },
    `with recursive merchant as (
     (select merchant_id from unsealed_entries where merchant_id >= :from order by merchant_id limit 1)
     union all
     select (
       select next.merchant_id from unsealed_entries as next where next.merchant_id > merchant.merchant_id
       order by next.merchant_id limit 1
     )
     from merchant where merchant.merchant_id is not null
   )
   select merchant_id from merchant where merchant_id is not null limit :limit`,
  ),
  inOrder('merchant_id'),
)

// A sample of the queue, because all of it is sealed within seconds.
export const waitingEntries = defineStatement(
  'measure_unsealed_entries',
  waitingParams,
  waitingRow,
  countWaiting(
    `select entry.at as since from (select merchant_id, source_id, version from unsealed_entries limit :limit) as unsealed
     cross join lateral (
       select at from ledger_entries where merchant_id = unsealed.merchant_id and source_id = unsealed.source_id
         and version = unsealed.version and at <= :now limit 1
     ) as entry`,
  ),
)

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

// The seal of each of these changes (`sourceIds` and `versions` are its parts, by position). By ledger_seals_by_source: a
// merchant has many seals. `sources`: the sources, each once.
export const listSealedChanges = defineStatement(
  'list_sealed_changes',
  { merchantId: uuid, sources: array(uuid), sourceIds: array(uuid), versions: array(int4) },
  { source_id: uuid, version: int4, number: int8 },
  `select change.source_id, change.version, seal.number
   from ledger_seals as seal
   cross join lateral unnest(seal.source_ids, seal.versions) as change (source_id, version)
   join unnest(:sourceIds::uuid[], :versions::int4[]) as listed (source_id, version)
     on listed.source_id = change.source_id and listed.version = change.version
   where seal.merchant_id = :merchantId and seal.source_ids && :sources::uuid[]`,
)

export const listSealsOfNumbers = defineStatement(
  'list_seals_of_numbers',
  { merchantId: uuid, numbers: array(int8) },
  { number: int8, previous_hash: bytea, hash: bytea, sealed_at: timestamptz },
  `select number, previous_hash, hash, sealed_at from ledger_seals
   where merchant_id = :merchantId and number = any(:numbers::int8[]) order by number`,
)
