import { int4, nullable, text, uuid } from '../../platform/db/columns.ts'

/** Parameters and rows of a report for `qist comply`: the payments of one currency that are nearest to a limit. */
export const nearestParams = { currency: text, merchantId: nullable(uuid), limit: int4 }
export const nearestRow = { payment_id: uuid, value: text }

/** Returns SQL: whether the row of this alias is of the merchant that is asked for; every one without a merchant. */
export function isAskedFor(alias: string): string {
  return `(:merchantId::uuid is null or ${alias}.merchant_id = :merchantId)`
}
