import type { Column, RecordsColumn } from '../columns.ts'
import type { Statement } from '../statement.ts'
import { mergeOf } from './each-shard.ts'
import { type Shard, type ShardMap, shardOfMerchant } from './shard-map.ts'
import { type NamedTable, namedTables } from './shard-text.ts'

/**
 * The place where a statement runs. `coordinator`: through Citus. `undecided`: it reaches no row, so the later
 * statements decide. `anywhere`: it only reads copied tables, so any node will do. A list: these shards, each with
 * its part of the parameters.
 */
export type Place<Params> =
  | 'coordinator'
  | 'undecided'
  | 'anywhere'
  | 'every shard'
  | readonly { readonly shard: Shard; readonly params: Params }[]

type AnyStatement = Statement<never, unknown>

/** The facts that a statement's text gives, for all parameters. */
interface Reach {
  readonly namesNothing: boolean
  readonly namesShards: boolean
  /** Whether it changes or locks a copied table, or reads a table of the coordinator. */
  readonly needsCoordinator: boolean
}

/** Returns a function that finds the place of a statement. */
export function openPlaces(
  map: ShardMap,
): <Params>(statement: Statement<Params, unknown>, params: Params) => Place<Params> {
  const reaches = new WeakMap<object, Reach>()
  const reachOf = (statement: AnyStatement): Reach => {
    const known = reaches.get(statement) ?? reachOfText(statement.text, map)
    reaches.set(statement, known)
    return known
  }
  return (statement, params) => {
    const { namesNothing, namesShards, needsCoordinator } = reachOf(statement as AnyStatement)
    if (namesNothing) return partsOf(statement, params, map) ?? 'undecided'
    if (needsCoordinator) return 'coordinator'
    if (mergeOf(statement) !== undefined) return 'every shard'
    if (!namesShards) return 'anywhere'
    return partsOf(statement, params, map) ?? 'coordinator'
  }
}

const changing = /^(update|into)$/

function reachOfText(text: string, { tables }: ShardMap): Reach {
  const named = namedTables(text, new Set(tables.keys()))
  const copies = named.filter(({ table }) => tables.get(table) === 'on every node')
  const deleted = new Set([...text.matchAll(/\bdelete\s+from\s+(\w+)/gi)].map(([, table = '']) => table))
  const locked = lockedIn(text)
  const needsCoordinator =
    named.some(({ table }) => tables.get(table) === 'on the coordinator') ||
    copies.some((one) => changing.test(one.verb) || deleted.has(one.table) || locked(one))
  return { namesNothing: named.length === 0, namesShards: copies.length < named.length, needsCoordinator }
}

const locks = /\bfor (?:no key update|update|key share|share)\b(?: of ([\w, ]+?))?(?= skip| nowait|\s*[);]|\s*$)/gi

// `for update of delivery` locks that table. `for update` locks each table of the query in the same parentheses.
function lockedIn(text: string): (table: NamedTable) => boolean {
  const found = [...text.matchAll(locks)].map(({ index, 1: of }) => ({
    of: of?.split(/,\s*/),
    from: startOf(text, index),
    to: index,
  }))
  return ({ alias, at }) => found.some(({ of, from, to }) => from < at && at < to && (of?.includes(alias) ?? true))
}

/** Returns the index of the parenthesis that encloses this index. */
function startOf(text: string, place: number): number {
  let open = 1
  let at = place
  while (at >= 0 && open > 0) {
    at -= 1
    if (text[at] === ')') open += 1
    if (text[at] === '(') open -= 1
  }
  return at
}

type Values = Readonly<Record<string, unknown>>

/** Returns the parts of the parameters by the shard of their merchants; undefined without a merchant. */
function partsOf<Params>(
  statement: Statement<Params, unknown>,
  params: Params,
  map: ShardMap,
): { shard: Shard; params: Params }[] | undefined {
  const values = params as Values
  const one = values['merchantId'] ?? values['merchant_id']
  if (typeof one === 'string') return [{ shard: shardOfMerchant(map, one), params }]
  const many = values['merchantIds']
  if (Array.isArray(many)) return split(map, many, params, (isOf) => ofArrays(values, many.length, isOf) as Params)
  const records = recordsOf(statement.params, values)
  if (records === undefined) return undefined
  const merchants = records.map(merchantOf)
  return split(map, merchants, params, (isOf) => {
    const own = records.filter((_, index) => isOf(index))
    return ofRecords(statement.params, values, own) as Params
  })
}

function split<Params>(
  map: ShardMap,
  merchants: readonly string[],
  whole: Params,
  part: (isOf: (index: number) => boolean) => Params,
): { shard: Shard; params: Params }[] {
  const shards = merchants.map((merchantId) => shardOfMerchant(map, merchantId))
  const [first] = shards
  if (first !== undefined && shards.every((shard) => shard === first)) return [{ shard: first, params: whole }]
  return [...new Set(shards)].map((shard) => ({ shard, params: part((index) => shards[index] === shard) }))
}

// Arrays of the same length as `merchantIds` are split with it.
function ofArrays(values: Values, length: number, isOf: (index: number) => boolean): Values {
  const parts = Object.entries(values).map(([name, value]) => {
    const isBeside = Array.isArray(value) && value.length === length
    return [name, isBeside ? value.filter((_, index) => isOf(index)) : value] as const
  })
  return Object.fromEntries(parts)
}

type ParamColumns = readonly (readonly [name: string, column: Column<unknown>])[]

function isRecords(column: Column<unknown>): column is RecordsColumn<Values> {
  return 'definition' in column
}

/** Returns the first records with a merchant. */
function recordsOf(declared: ParamColumns, values: Values): readonly Values[] | undefined {
  const found = declared.find(([, column]) => isRecords(column) && hasMerchant(column))
  return found && (values[found[0]] as readonly Values[])
}

// A record of another parameter has a merchant, too, or refers to these records by its `number`.
function ofRecords(declared: ParamColumns, values: Values, own: readonly Values[]): Values {
  const merchants = new Set(own.map(merchantOf))
  const numbers = new Set(own.map((record) => record['number']))
  const parts = declared.map(([name, column]) => {
    const rows = values[name] as readonly Values[]
    if (!isRecords(column)) return [name, rows] as const
    if (hasMerchant(column)) return [name, rows.filter((row) => merchants.has(merchantOf(row)))] as const
    if (!/\bnumber int4\b/.test(column.definition)) return [name, rows] as const
    return [name, rows.filter((row) => numbers.has(row['number']))] as const
  })
  return Object.fromEntries(parts)
}

function hasMerchant({ definition }: RecordsColumn<unknown>): boolean {
  return /\bmerchant_id uuid\b/.test(definition)
}

function merchantOf(row: Values): string {
  return String(row['merchant_id'])
}
