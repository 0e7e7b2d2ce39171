/**
 * How the merchant limits the rows of a table. `bound`: by a parameter, or by a join with a bound table.
 * `follows`: by a join with rows of any merchant that the statement found elsewhere.
 * Two tables that are only joined with each other are neither.
 */
type Reach = 'bound' | 'follows' | undefined
type Reaches = ReadonlyMap<string, Reach>

/** A source of a query: a table, a subquery by its number, or a known source (parameters, rows of another query). */
interface Source {
  readonly alias: string
  readonly table?: string
  readonly query?: number
  readonly reach?: Reach
}

interface Scope {
  /** The subqueries, by number. */
  readonly queries: readonly string[]
  readonly tables: ReadonlySet<string>
  readonly ctes: Reaches
  /** The sources of the outer queries. */
  readonly outer: Reaches
}

interface JudgedBody {
  readonly reach: Reach
  readonly unbound: readonly string[]
}

/**
 * Returns the tables that a statement reads or changes without a condition on the merchant. `tables`: all tables of the
 * schema.
 */
export function unboundTables(sql: string, tables: ReadonlySet<string>): readonly string[] {
  const queries: string[] = []
  let text = sql.replace(/'[^']*'/g, "''")
  // Innermost first: parentheses contain a subquery or an expression of the query around them.
  for (let inner = innermost.exec(text); inner !== null; inner = innermost.exec(text)) {
    const [whole, content = ''] = inner
    const isQuery = /^\s*(select|with|insert|update|delete|§\d+\s+union)\b/i.test(content)
    const replacement = isQuery ? ` §${queries.push(tidy(content)) - 1} ` : `{${content}}`
    text = text.slice(0, inner.index) + replacement + text.slice(inner.index + whole.length)
  }
  return judge(tidy(text), { queries, tables, ctes: new Map(), outer: new Map() }).unbound
}

const innermost = /\(([^()]*)\)/
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** `inherited`: how the query's rows are limited where it is joined. */
function judge(text: string, scope: Scope, inherited?: Reach): JudgedBody {
  const unbound: string[] = []
  const ctes = new Map(scope.ctes)
  const main = text.replace(/(\w+) as (?:materialized )?§(\d+)/gi, (_, name: string, number: string) => {
    // A recursive query reads itself.
    ctes.set(name, 'bound')
    const judged = judge(queryOf(scope, number), { ...scope, ctes, outer: new Map() })
    ctes.set(name, judged.reach ?? 'follows')
    unbound.push(...judged.unbound)
    return ''
  })
  const parts = main.split(/\bunion(?: all)?\b/i).map((part) => judgePart(part, { ...scope, ctes }, inherited))
  return {
    reach: leastOf(parts.map(({ reach }) => reach)),
    unbound: [...unbound, ...parts.flatMap((of) => of.unbound)],
  }
}

function judgePart(text: string, scope: Scope, inherited: Reach): JudgedBody {
  const sources = sourcesIn(text, scope)
  const reaches = reachesOf(sources, equalitiesIn(text, scope, sources), scope)
  for (const { alias } of sources) reaches.set(alias, reaches.get(alias) ?? inherited)
  const joinedAs = new Map(sources.map(({ alias, query }) => [query, reaches.get(alias)]))
  const inner = numbersIn(text).map((number) =>
    judge(queryOf(scope, number), around(scope, reaches), joinedAs.get(number)),
  )
  const roots = sources.flatMap(({ alias, table }) => (table && reaches.get(alias) === undefined ? [table] : []))
  const isOnlyParentheses = /^\s*§\d+\s*$/.test(text)
  return {
    reach: leastOf(isOnlyParentheses ? inner.map(({ reach }) => reach) : [...reaches.values()]),
    unbound: [...roots, ...inner.flatMap(({ unbound }) => unbound)],
  }
}

// Bound sources spread first; the rest can only follow.
function reachesOf(sources: readonly Source[], equalities: readonly Equality[], scope: Scope): Map<string, Reach> {
  const reaches = new Map(sources.map(({ alias, reach }) => [alias, reach]))
  const reachOf = (alias: string): Reach => (reaches.has(alias) ? reaches.get(alias) : scope.outer.get(alias))
  for (const kind of ['bound', 'follows'] as const) {
    for (let before = ''; before !== String([...reaches]); ) {
      before = String([...reaches])
      for (const { alias, query } of sources) {
        if (query === undefined || reaches.get(alias) !== undefined) continue
        const { reach } = judge(queryOf(scope, query), around(scope, reaches))
        if (reach === kind) reaches.set(alias, reach)
      }
      for (const { from, to } of equalities) {
        const reach = from === parameter ? 'bound' : reachOf(from)
        if (reach === kind && reaches.has(to) && reaches.get(to) === undefined) reaches.set(to, reach)
      }
    }
  }
  return reaches
}

const noAlias =
  /^(where|set|on|join|left|cross|inner|order|group|limit|values|using|select|returning|union|for|window|offset)$/i
const introduced = /\b(?:from|join|update|using) /gi
const sourceText = /^ ?(?:lateral )?(§\d+|\w+\b(?!\.)) ?(\{[^}]*\})?(?: ?as)?(?: (\w+))?(?: ?\{[^}]*\})?/i

function sourcesIn(text: string, scope: Scope): Source[] {
  const sources: Source[] = []
  for (const { index, 0: word } of text.matchAll(introduced)) {
    let rest = text.slice(index + word.length)
    for (let isMore = true; isMore; ) {
      const [whole, name = '', values, next] = sourceText.exec(rest) ?? ['']
      const alias = next === undefined || noAlias.test(next) ? name : next
      const source = sourceOf(name, values, scope)
      if (source !== undefined) sources.push({ alias, ...source })
      rest = rest.slice(whole.length).trimStart()
      isMore = whole !== '' && rest.startsWith(',')
      rest = rest.slice(1)
    }
  }
  return sources
}

function sourceOf(
  name: string,
  values: string | undefined,
  { ctes, tables }: Scope,
): Omit<Source, 'alias'> | undefined {
  if (name.startsWith('§')) return { query: Number(name.slice(1)) }
  if (values !== undefined) return values.includes('$') ? { reach: 'bound' } : undefined
  if (ctes.has(name)) return { reach: ctes.get(name) }
  return tables.has(name) ? { table: name } : undefined
}

/** The condition: rows of `to` have the merchant of `from`. */
interface Equality {
  readonly from: string
  readonly to: string
}

const parameter = '$'
const segments = /(?=\b(?:left|cross) join\b|(?<!left |cross )\bjoin\b|\bwhere\b|\breturning\b)/i
const equal =
  /(?:(\w+)\.)?\bmerchant_id = (?:any ?\{)?(?:(\$)\d+|(?:(\w+)\.)?merchant_id\b)|\$\d+ = (?:(\w+)\.)?merchant_id\b/g

function equalitiesIn(text: string, scope: Scope, sources: readonly Source[]): Equality[] {
  const tables = sources.filter(({ table }) => table !== undefined)
  // A column without an alias is unique among the sources.
  const unnamed = (tables.length > 0 ? tables : sources).map(({ alias }) => alias)
  const aliasesOf = (alias: string | undefined): readonly string[] => (alias === undefined ? unnamed : [alias])
  return text.split(segments).flatMap((segment) => {
    const [joined] = / ?join\b/i.test(segment.slice(0, 10)) ? sourcesIn(segment, scope) : []
    const pairs = [...segment.matchAll(equal)].flatMap(([whole, left, isParameter, right, reversed]) => {
      if (isParameter || whole.startsWith('$')) return pairsOf([parameter], aliasesOf(left ?? reversed))
      return [...pairsOf(aliasesOf(left), aliasesOf(right)), ...pairsOf(aliasesOf(right), aliasesOf(left))]
    })
    if (joined !== undefined && /using \{merchant_id\b/.test(segment)) {
      const others = sources.map(({ alias }) => alias).filter((alias) => alias !== joined.alias)
      pairs.push(...pairsOf(others, [joined.alias]), ...pairsOf([joined.alias], others))
    }
    // The condition of a left join does not limit the rows on its left side.
    return segment.startsWith('left') ? pairs.filter(({ to }) => to === joined?.alias) : pairs
  })
}

function pairsOf(from: readonly string[], to: readonly string[]): Equality[] {
  return from.flatMap((one) => to.map((other) => ({ from: one, to: other })))
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/§(\d+)/g)].map(([, number]) => Number(number))
}

function queryOf({ queries }: Scope, number: number | string): string {
  return queries[Number(number)] ?? ''
}

// A query that reads all merchants is reported at its own table, not at the tables joined to it.
function around(scope: Scope, reaches: Reaches): Scope {
  const found = [...reaches].map(([alias, reach]) => [alias, reach ?? 'follows'] as const)
  return { ...scope, outer: new Map([...scope.outer, ...found]) }
}

function leastOf(reaches: readonly Reach[]): Reach {
  if (reaches.includes(undefined)) return undefined
  return reaches.includes('follows') ? 'follows' : 'bound'
}
