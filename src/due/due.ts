import type { MerchantId } from '../base/ids.ts'

/** What may fall due. */
export const dueKinds = ['payment', 'dispute'] as const
export type DueKind = (typeof dueKinds)[number]

/** Something whose time has come. */
export interface Due {
  readonly merchantId: MerchantId
  readonly id: string
  /** How often it has failed so far. */
  readonly tries: number
}

/** SQL: how often the thing of this alias, which has `merchant_id` and `id`, has failed. */
export function triesOf(kind: DueKind, alias: string): string {
  return `coalesce((select retry.tries from due_retries as retry where ${sameRow(kind, alias)}), 0)`
}

/**
 * SQL: the thing of this alias is not one that has failed and is tried again only after `now`. A value and not a join, so that
 * each row costs one look along the key, however much has failed.
 */
export function isNotPutOff(kind: DueKind, alias: string, now: string): string {
  return `coalesce((select retry.next_try_at from due_retries as retry where ${sameRow(kind, alias)}), '-infinity') <= ${now}`
}

function sameRow(kind: DueKind, alias: string): string {
  return `retry.merchant_id = ${alias}.merchant_id and retry.kind = '${kind}' and retry.id = ${alias}.id`
}
