/**
 * Many rows of a report as JSON, with an array for each column. It costs the server a quarter of an object for each row.
 */
export type JsonColumns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null }

/** Returns SQL: an aggregate of rows as `JsonColumns`, in no order, with an expression for each name. */
export function jsonColumns<Row>(expressions: { readonly [Name in keyof Row]: string }): string {
  const members = Object.entries<string>(expressions).map(([name, expression]) => `'${name}', array_agg(${expression})`)
  return `json_build_object(${members.join(', ')})`
}

/** Returns the rows of `JsonColumns`. */
export function rowsFrom<Row>(columns: JsonColumns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const [first] = names
  const rows = first === undefined ? [] : (columns[first] ?? [])
  return rows.map((_, index) => {
    const row: Partial<Row> = {}
    for (const name of names) row[name] = columns[name]?.[index] as Row[keyof Row]
    return row as Row
  })
}
