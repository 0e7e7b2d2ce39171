import { bool, int4, timestamptz, uuid } from '../../../platform/db/columns.ts'

/** The merchant and mode. */
export const ownerColumns = { merchantId: uuid, isTest: bool }
/** The cursor and the end of a list: payments strictly after the cursor, up to and including `until`. */
export const placeColumns = { at: timestamptz, id: uuid, until: timestamptz, limit: int4 }
export const entryColumns = { id: uuid, created_at: timestamptz }

/** The direction of a walk. The payment next to the cursor comes first. */
export type Direction = 'older' | 'newer'

export const directionWords = {
  older: { beyond: '<', within: '>=', order: 'desc' },
  newer: { beyond: '>', within: '<=', order: 'asc' },
} as const

/** SQL: the order of a walk, and its limit. */
export const sorted = (direction: Direction, id = 'id'): string =>
  `order by created_at ${directionWords[direction].order}, ${id} ${directionWords[direction].order} limit :limit`
/** SQL: whether a payment lies beyond the cursor and before the end. */
export const beyond = (direction: Direction, id = 'id'): string =>
  `(created_at, ${id}) ${directionWords[direction].beyond} (:at, :id) and created_at ${directionWords[direction].within} :until`
