import type { Instant } from '../base/times.ts'

/** A column or parameter type: what PostgreSQL calls it, and (in the type only) what TypeScript gets. */
export interface Column<T> {
  readonly pg: string
  readonly nullable: boolean
  readonly __type?: T
}

export type TypeOf<C> = C extends Column<infer T> ? T : never

function column<T>(pg: string): Column<T> {
  return { pg, nullable: false }
}

export const uuid = column<string>('uuid')
export const text = column<string>('text')
export const int4 = column<number>('int4')
export const int8 = column<bigint>('int8')
export const bool = column<boolean>('bool')
export const bytea = column<Buffer>('bytea')
export const timestamptz = column<Instant>('timestamptz')

/** A json column whose value is trusted to have the shape T, because only this service writes it. */
export function json<T>(): Column<T> {
  return column<T>('json')
}

export function array<T>(element: Column<T>): Column<readonly T[]> {
  return column<readonly T[]>(`_${element.pg}`)
}

/** The same column where null may stand. */
export function nullable<T>(of: Column<T>): Column<T | null> {
  return { pg: of.pg, nullable: true }
}
