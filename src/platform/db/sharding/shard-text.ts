/** A place where a statement names a table. */
export interface NamedTable {
  readonly verb: string
  readonly table: string
  readonly alias: string
  /** The index in the text. */
  readonly at: number
}

const places = /(?:\b(from|join|update|into|using)|,)(\s+)(\w+)\b(?!\.)(?=(?:\s+(as\s+)?(\w+))?)/gi
const noAlias =
  /^(where|from|set|on|join|left|cross|inner|order|group|limit|values|using|select|returning|union|for|offset|and|or|default|overriding)$/i

type Match = [
  whole: string,
  verb: string | undefined,
  space: string,
  table: string,
  as: string | undefined,
  next: string | undefined,
  at: number,
]

/** Returns the tables that a statement names. `tables`: the tables of the schema. */
export function namedTables(text: string, tables: ReadonlySet<string>): NamedTable[] {
  const found: NamedTable[] = []
  replaceTables(text, (name) => (tables.has(name) ? name : undefined), found)
  return found
}

/**
 * Returns the statement for one shard. Each table is replaced by the shard's part, with the table's name as its
 * alias. `partOf` returns the part's name; undefined if the word is no table.
 */
export function textForShard(text: string, partOf: (table: string) => string | undefined): string {
  return replaceTables(text, partOf, [])
}

function replaceTables(text: string, partOf: (table: string) => string | undefined, found: NamedTable[]): string {
  const own = new Set([...text.matchAll(/\b(\w+) as (?:materialized )?\(/gi)].map(([, name = '']) => name))
  return text.replaceAll(places, (...match) => {
    const [whole, verb = ',', space, table, as = '', next = '', at] = match as unknown as Match
    const name = own.has(table) ? undefined : partOf(table)
    const isAlias = as !== '' || (next !== '' && !noAlias.test(next))
    // After a comma there may be a column. A table after a comma always has an alias in our statements.
    if (name === undefined || (verb === ',' && !isAlias)) return whole
    found.push({ verb: verb.toLowerCase(), table, alias: isAlias ? next : table, at })
    return `${verb}${space}${name}${isAlias ? '' : ` as ${table}`}`
  })
}
