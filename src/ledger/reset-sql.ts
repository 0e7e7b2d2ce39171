import { firstHash, sealHash } from './seals-sql.ts'

/**
 * How a sandbox takes back what was posted, which the service itself may not: bodies of functions that work with the owner's rights. Only a
 * sandbox's start makes them (docs/decisions/0075-a-sandbox-begins-anew.md).
 */

/** SQL: removes the entries of these payments, returns and payouts (an expression: an array) of a merchant. */
export function removeEntries(merchantId: string, sourceIds: string): string {
  return `delete from unsealed_entries as unsealed
    where unsealed.merchant_id = ${merchantId} and unsealed.source_id = any(${sourceIds});
  delete from ledger_entries as entry where entry.merchant_id = ${merchantId} and entry.source_id = any(${sourceIds});`
}

/**
 * PL/pgSQL: makes a merchant's chain anew from the entries that are left, seal by seal, and `afterEach` one that there was: `earlier.number` is its
 * number, and `new_number` and `new_hash` are of the last seal by then. To be declared: `chainVariables`.
 */
export function remakeChain(merchantId: string, afterEach: string): string {
  return `for earlier in select * from ledger_seals where merchant_id = ${merchantId} order by number loop
    delete from ledger_seals where merchant_id = ${merchantId} and number = earlier.number;
    with change as materialized (
      select kept.source_id, kept.version, row_number() over (order by kept.position) as position
      from unnest(earlier.source_ids, earlier.versions) with ordinality as kept (source_id, version, position)
      where exists (
        select from ledger_entries as entry where entry.merchant_id = ${merchantId}
          and entry.source_id = kept.source_id and entry.version = kept.version
      )
    ), seal as (
      select earlier.form, earlier.merchant_id, new_number + 1 as number, new_hash as previous_hash
      where exists (select from change)
    ), sealed as (
      select seal.form, seal.merchant_id, seal.number, seal.previous_hash, count(entry.source_id)::int4 as entries,
        ${sealHash('seal', 'entry', 'change.position')} as hash
      from seal cross join change
      join ledger_entries as entry on entry.merchant_id = ${merchantId} and entry.source_id = change.source_id
        and entry.version = change.version
      group by 1, 2, 3, 4
    ), remade as (
      insert into ledger_seals (merchant_id, number, form, source_ids, versions, entries, previous_hash, hash, sealed_at)
      select merchant_id, number, form, (select array_agg(source_id order by position) from change),
        (select array_agg(version order by position) from change), entries, previous_hash, hash, earlier.sealed_at
      from sealed
      returning number, hash
    )
    select coalesce(max(remade.number), new_number), coalesce((array_agg(remade.hash))[1], new_hash)
      into new_number, new_hash from remade;
    ${afterEach}
  end loop;`
}

export const chainVariables = `earlier record;
  new_number bigint := 0;
  new_hash bytea := '\\x${firstHash.toString('hex')}';`
