/**
 * A seal is a hash over the seal before it and every column of its entries, each with its length before it, so that no two contents give
 * the same bytes. The server computes it where the entries lie; the doctor computes it by the same words.
 */

/** In which form entries are sealed now. A change of `sealHash` is a new form, and the old one stays for the seals that have it. */
export const sealForm = 1

/** What the first seal of a merchant follows on. */
export const firstHash = Buffer.alloc(32)

/**
 * SQL: an entry as bytes, in the server's binary form of a row: of each column its type, its length and its value. Its types are the
 * server's own, which are numbered alike everywhere.
 */
const entryBytes = (alias: string): string =>
  `record_send(row(${alias}.merchant_id, ${alias}.source_id, ${alias}.version, ${alias}.account::text, ${alias}.cause::text,
       ${alias}.currency::text, ${alias}.amount_minor::bigint, ${alias}.at))`

/**
 * SQL: the hash of one seal. `seal` is an alias with form, merchant_id, number and previous_hash; `entries` an alias of its entries,
 * grouped to this seal, `position` the place of an entry's change among those of the seal.
 */
export function sealHash(seal: string, entries: string, position: string): string {
  const order = `${position}, ${entries}.cause collate "C", ${entries}.account collate "C"`
  return `sha256(record_send(row(${seal}.form, ${seal}.merchant_id, ${seal}.number, ${seal}.previous_hash))
     || coalesce(string_agg(${entryBytes(entries)}, ''::bytea order by ${order}), ''::bytea))`
}

/** SQL: the hash of the seal of this number of a merchant, both expressions; null where there is none. */
export function hashOfSeal(merchantId: string, number: string): string {
  return `(select seal.hash from ledger_seals as seal where seal.merchant_id = ${merchantId} and seal.number = ${number})`
}

/** SQL: what the seals of these merchants (an array) cover, for reports: merchant_id, number, source_id and version. */
export function sealedChanges(merchantIds: string): string {
  return `select seal.merchant_id, seal.number, change.source_id, change.version
     from ledger_seals as seal cross join lateral unnest(seal.source_ids, seal.versions) as change (source_id, version)
     where seal.merchant_id = any(${merchantIds})`
}
