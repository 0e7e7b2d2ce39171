import type { Column, RecordsColumn } from '../columns.ts'
import type { Statement } from '../statement.ts'
import { mergeOf } from './each-shard.ts'
import { type Shard, type ShardMap, shardOfMerchant } from './shard-map.ts'
import { type NamedTable, namedTables } from './shard-text.ts'

/**
 * Where a statement is run: by Citus at the coordinator; where those after it are, since it reaches no row; in one
 * shard; in several, each with its part of the parameters; in every one; or, since it only reads what all nodes have
 * a copy of, wherever one is.
 */
export type Place<Params> =
  | 'coordinator'
  | 'undecided'
  | 'anywhere'
  | 'every shard'
  | readonly { readonly shard: Shard; readonly params: Params }[]

type AnyStatement = Statement<never, unknown>

/** What a statement's text says, whatever its parameters are. */
interface Reach {
  readonly namesNothing: boolean
  readonly namesShards: boolean
  /** Whether it changes or locks rows that all nodes have a copy of, or reads what only the coordinator has. */
  readonly needsCoordinator: boolean
}

/** Answers where statements are run, as the schema is distributed. */
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

// `for update of delivery` locks that, and `for update` whatever the query reads in whose parentheses it stands.
function lockedIn(text: string): (table: NamedTable) => boolean {
  const found = [...text.matchAll(locks)].map(({ index, 1: of }) => ({
    of: of?.split(/,\s*/),
    from: startOf(text, index),
    to: index,
  }))
  return ({ alias, at }) => found.some(({ of, from, to }) => from < at && at < to && (of?.includes(alias) ?? true))
}

/** Where the parentheses begin in which this place is. */
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

/** The parts of the parameters by the shard of their merchants; undefined where they name none. */
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
  const merchants = records.map((record) => String(record['merchant_id']))
  return split(map, merchants, params, (isOf) => {
    const numbers = new Set(records.filter((_, index) => isOf(index)).map((record) => record['number']))
    return ofRecords(statement.params, values, records, isOf, numbers) as Params
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

// Arrays of the same length as that of the merchants go with it.
function ofArrays(values: Values, length: number, isOf: (index: number) => boolean): Values {
  const parts = Object.entries(values).map(([name, value]) => {
    const isBeside = Array.isArray(value) && value.length === length
    return [name, isBeside ? value.filter((_, index) => isOf(index)) : value] as const
  })
  return Object.fromEntries(parts)
}

type Declared = readonly (readonly [name: string, column: Column<unknown>])[]

function isRecords(column: Column<unknown>): column is RecordsColumn<Values> {
  return 'definition' in column
}

/** The first records that name a merchant. */
function recordsOf(declared: Declared, values: Values): readonly Values[] | undefined {
  const found = declared.find(([, column]) => isRecords(column) && /\bmerchant_id uuid\b/.test(column.definition))
  return found && (values[found[0]] as readonly Values[])
}

// What belongs to a record of another parameter says so by its number.
function ofRecords(
  declared: Declared,
  values: Values,
  records: readonly Values[],
  isOf: (index: number) => boolean,
  numbers: ReadonlySet<unknown>,
): Values {
  const parts = declared.map(([name, column]) => {
    const value = values[name]
    if (value === records) return [name, records.filter((_, index) => isOf(index))] as const
    if (!isRecords(column) || !/\bnumber int4\b/.test(column.definition)) return [name, value] as const
    return [name, (value as readonly Values[]).filter((row) => numbers.has(row['number']))] as const
  })
  return Object.fromEntries(parts)
}
