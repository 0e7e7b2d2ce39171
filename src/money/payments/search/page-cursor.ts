import { nilId, type PaymentId, parseId } from '../../../platform/base/ids.ts'
import { firstInstant, type Instant, lastInstant } from '../../../platform/base/times.ts'

/** A position in a list: the payment at the page's border. */
export interface Cursor {
  readonly createdAt: Instant
  readonly id: PaymentId
}

// The smallest and the largest id: before and after all payments of one instant.
export const firstId = nilId
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The cursor as an address carries it. */
export function formatCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** The cursor of an address; undefined for a text that is none. */
export function parseCursor(text: unknown): Cursor | undefined {
  if (typeof text !== 'string' || text.length > 100) return undefined
  const [, time, typed = ''] = /^(-?\d{1,15}) (\S+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const [createdAt, id] = [Number(time), parseId(typed)]
  return id !== undefined && createdAt >= firstInstant && createdAt <= lastInstant ? { createdAt, id } : undefined
}
