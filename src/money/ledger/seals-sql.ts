/**
 * A seal is a hash over the seal before it and all columns of its entries. Each column has its length before it, so
 * that no two contents have the same bytes. The server computes the hash; the doctor uses the same SQL.
 */

/** The current form of seals. A change of `sealHash` is a new form; older seals keep theirs. */
export const sealForm = 1

/** The hash before a merchant's first seal. */
export const firstHash = Buffer.alloc(32)

/**
 * SQL: an entry as bytes in the server's binary form of a row: type, length and value of each column. Built-in types
 * have the same numbers everywhere.
 */
const entryBytes = (alias: string): string =>
  `record_send(row(${alias}.merchant_id, ${alias}.source_id, ${alias}.version, ${alias}.account::text, ${alias}.cause::text,
       ${alias}.currency::text, ${alias}.amount_minor::bigint, ${alias}.at))`

/**
 * SQL: the hash of one seal. `seal`: an alias with form, merchant_id, number and previous_hash. `entries`: an alias of
 * its entries, grouped by the seal. `position`: the place of an entry's change in the seal.
 */
export function sealHash(seal: string, entries: string, position: string): string {
  const order = `${position}, ${entries}.cause collate "C", ${entries}.account collate "C"`
  return `sha256(record_send(row(${seal}.form, ${seal}.merchant_id, ${seal}.number, ${seal}.previous_hash))
     || coalesce(string_agg(${entryBytes(entries)}, ''::bytea order by ${order}), ''::bytea))`
}

/** SQL: the hash of a merchant's seal with this number (both expressions); null if there is none. */
export function hashOfSeal(merchantId: string, number: string): string {
  return `(select seal.hash from ledger_seals as seal where seal.merchant_id = ${merchantId} and seal.number = ${number})`
}

/**
 * SQL: the changes that the seals of these merchants (an array) cover, for reports: merchant_id, number, source_id and
 * version.
 */
export function sealedChanges(merchantIds: string): string {
  return `select seal.merchant_id, seal.number, change.source_id, change.version
     from ledger_seals as seal cross join lateral unnest(seal.source_ids, seal.versions) as change (source_id, version)
     where seal.merchant_id = any(${merchantIds})`
}

/**
 * SQL with which a sandbox removes posted entries: bodies of functions with the owner's rights, which the service's
 * role does not have. Only a sandbox's start creates them (docs/decisions/0075-a-sandbox-begins-anew.md).
 */

/** SQL: removes the entries of these payments, returns and payouts (an expression: an array) of a merchant. */
export function removeEntries(merchantId: string, sourceIds: string): string {
  return `delete from unsealed_entries as unsealed
    where unsealed.merchant_id = ${merchantId} and unsealed.source_id = any(${sourceIds});
  delete from ledger_entries as entry where entry.merchant_id = ${merchantId} and entry.source_id = any(${sourceIds});`
}

/**
 * PL/pgSQL: rebuilds a merchant's chain from the remaining entries, seal by seal. `afterEach` runs after each former
 * seal: `earlier.number` is its number; `new_number` and `new_hash` are the last new seal. Declare `chainVariables`.
 */
export function remakeChain(merchantId: string, afterEach: string): string {
  return `for earlier in select * from ledger_seals where merchant_id = ${merchantId} order by number loop
    delete from ledger_seals where merchant_id = ${merchantId} and number = earlier.number;
    select array_agg(kept.source_id order by kept.position), array_agg(kept.version order by kept.position)
      into kept_ids, kept_versions
      from unnest(earlier.source_ids, earlier.versions) with ordinality as kept (source_id, version, position)
      where exists (
        select from ledger_entries as entry where entry.merchant_id = ${merchantId}
          and entry.source_id = kept.source_id and entry.version = kept.version
      );
    if kept_ids is not null then
      select count(entry.source_id)::int4, ${sealHash('seal', 'entry', 'change.position')}
        into kept_entries, kept_hash
        from (select earlier.form, earlier.merchant_id, new_number + 1 as number, new_hash as previous_hash) as seal
        cross join unnest(kept_ids, kept_versions) with ordinality as change (source_id, version, position)
        join ledger_entries as entry on entry.merchant_id = ${merchantId} and entry.source_id = change.source_id
          and entry.version = change.version
        group by seal.form, seal.merchant_id, seal.number, seal.previous_hash;
      insert into ledger_seals (merchant_id, number, form, source_ids, versions, entries, previous_hash, hash, sealed_at)
        values (${merchantId}, new_number + 1, earlier.form, kept_ids, kept_versions, kept_entries, new_hash, kept_hash, earlier.sealed_at);
      new_number := new_number + 1;
      new_hash := kept_hash;
    end if;
    ${afterEach}
  end loop;`
}

export const chainVariables = `earlier record;
  kept_ids uuid[];
  kept_versions int[];
  kept_entries int;
  kept_hash bytea;
  new_number bigint := 0;
  new_hash bytea := '\\x${firstHash.toString('hex')}';`
