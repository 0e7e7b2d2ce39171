import pg from 'pg'
import type { Column, RecordsColumn } from './columns.ts'
import type { Statement } from './statement.ts'

type Decoder = (text: string) => unknown

// PostgreSQL's own numbers of the array types, which `pg` has no names for.
const textArray: number = 1009
const int8Array = 1016
const timestamptzArray = 1185

const decoders: Record<number, Decoder> = {
  [pg.types.builtins.INT8]: BigInt,
  [pg.types.builtins.TIMESTAMPTZ]: decodeInstant,
  [int8Array]: (text) => decodeArray(text, BigInt),
  [timestamptzArray]: (text) => decodeArray(text, decodeInstant),
}

/** How a column of this type comes back: int8 as bigint, timestamptz as milliseconds, also in arrays; the rest as `pg` has it. */
export function decoderFor(oid: number, format?: 'text' | 'binary'): Decoder {
  return decoders[oid] ?? (pg.types.getTypeParser(oid, format ?? 'text') as Decoder)
}

// Every connection's time zone is UTC, so the text is `2026-03-01 10:00:00.123+00`.
function decodeInstant(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

function decodeArray(text: string, decode: Decoder): unknown[] {
  const elements: (string | null)[] = pg.types.getTypeParser(textArray, 'text')(text)
  return elements.map((element) => (element === null ? null : decode(element)))
}

/** The parameters in the form `pg` sends, in order, by their declared types and not by what they look like. */
export function encodeParams<Params, Row>(statement: Statement<Params, Row>, params: Params): unknown[] {
  return statement.params.map(([name, column]) => encode(column, Reflect.get(params as object, name)))
}

function encode(column: Column<unknown>, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if ('record' in column) return encodeRecords((column as RecordsColumn<object>).record, value as readonly object[])
  return encodeAs(column.pg, value)
}

function encodeAs(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'timestamptz') return new Date(value as number).toISOString()
  if (type === 'json') return JSON.stringify(value)
  if (type === 'int8') return String(value)
  if (type.startsWith('_')) return (value as readonly unknown[]).map((element) => encodeAs(type.slice(1), element))
  return value
}

// What is wide is better declared as text and cast where it is stored: the server then reads every letter of it once.
function encodeRecords(columns: RecordsColumn<object>['record'], rows: readonly object[]): string {
  const encoded = rows.map((row) => {
    const members: Record<string, unknown> = {}
    for (const [name, { pg }] of columns) {
      const value: unknown = Reflect.get(row, name)
      members[name] = pg === 'json' ? value : encodeAs(pg, value)
    }
    return members
  })
  return JSON.stringify(encoded)
}
