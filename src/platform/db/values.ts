import pg from 'pg'
import { encodeValue } from './columns.ts'
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

/**
 * How a column of this type comes back: int8 as bigint, timestamptz as milliseconds, also in arrays; the rest as
 * `pg` has it.
 */
export function decoderFor(oid: number, format?: 'text' | 'binary'): Decoder {
  return decoders[oid] ?? (pg.types.getTypeParser(oid, format ?? 'text') as Decoder)
}

// Every connection writes dates as ISO does and in UTC, so the text is `2026-03-01 10:00:00.123+00`.
function decodeInstant(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

function decodeArray(text: string, decode: Decoder): unknown[] {
  const elements: (string | null)[] = pg.types.getTypeParser(textArray, 'text')(text)
  return elements.map((element) => (element === null ? null : decode(element)))
}

/** The parameters in the form `pg` sends, in order. */
export function encodeParams<Params, Row>(statement: Statement<Params, Row>, params: Params): unknown[] {
  const values = params as Readonly<Record<string, unknown>>
  return statement.params.map(([name, column]) => encodeValue(column, values[name]))
}
