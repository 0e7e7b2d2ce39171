import type { Query } from '../testkit/query.ts'

const listIndexes = (tables: readonly string[]): string => `
  select case when rule.oid is null then 'drop index ' || index.indexrelid::regclass
      else 'alter table ' || index.indrelid::regclass || ' drop constraint ' || quote_ident(rule.conname) end as remove,
    case when rule.oid is null then pg_get_indexdef(index.indexrelid)
      else 'alter table ' || index.indrelid::regclass || ' add constraint ' || quote_ident(rule.conname) || ' '
        || pg_get_constraintdef(rule.oid) end as restore
  from pg_index as index
  left join pg_constraint as rule on rule.conindid = index.indexrelid and rule.contype in ('p', 'u')
  where index.indrelid = any ('{${tables.join()}}'::regclass[])`

/**
 * Returns functions that drop and create the indexes of these tables as the migrations made them. Writing many rows is
 * faster in between.
 */
export async function rebuildIndexes(query: Query, tables: readonly string[]) {
  const indexes = await query(listIndexes(tables))
  return {
    drop: () => query(indexes.map(({ remove }) => remove).join(';')),
    async create(): Promise<void> {
      for (const { restore } of indexes) {
        await query(`set local maintenance_work_mem = '1GB'; ${restore}`)
      }
    },
  }
}
