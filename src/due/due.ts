import type { MerchantId } from '../base/ids.ts'

/** What may fall due. */
export const dueKinds = ['payment', 'dispute'] as const
export type DueKind = (typeof dueKinds)[number]

/** Something whose time has come. */
export interface Due {
  readonly merchantId: MerchantId
  readonly id: string
  /** How often it has failed so far; null where nothing is noted of it. */
  readonly tries: number | null
}

/** SQL: how often the thing of this alias, which has `merchant_id` and `id`, has failed; null where nothing is noted of it. */
export function triesOf(kind: DueKind, alias: string): string {
  return `(select retry.tries from due_retries as retry where ${sameRow(kind, alias)})`
}

/** SQL: the same, but what was only held by somebody else is not put off: for who looks at one merchant's things. */
export function hasNotFailed(kind: DueKind, alias: string, now: string): string {
  const until = `select case when retry.tries > 0 then retry.next_try_at end from due_retries as retry where ${sameRow(kind, alias)}`
  return `coalesce((${until}), '-infinity') <= ${now}`
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
