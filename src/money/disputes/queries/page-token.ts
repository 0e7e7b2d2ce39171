import type { Secrets } from '../../../platform/adapters/secrets.ts'
import { type DisputeId, type MerchantId, parseId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'

/** The last dispute of a page: the next page goes on behind it, whatever has been added meanwhile. */
export interface PagePosition {
  readonly createdAt: Instant
  readonly id: DisputeId
}

/** A token for the page behind this position. Only this service can make one, and only for this merchant is it good. */
export function formatPageToken(secrets: Secrets, merchantId: MerchantId, position: PagePosition): string {
  return secrets.encrypt(`${position.createdAt} ${position.id}`, ownerOf(merchantId)).toString('base64url')
}

/** The position of a token; undefined when it was not issued here, or to another merchant. */
export function parsePageToken(secrets: Secrets, merchantId: MerchantId, token: string): PagePosition | undefined {
  const sealed = Buffer.from(token, 'base64url')
  // Spare bits and strange characters aside, a token has one spelling.
  if (sealed.toString('base64url') !== token) return undefined
  try {
    const [createdAt, id] = secrets.decrypt(sealed, ownerOf(merchantId)).split(' ')
    const parsed = parseId(id ?? '')
    return parsed === undefined ? undefined : { createdAt: Number(createdAt), id: parsed }
  } catch {
    return undefined
  }
}

function ownerOf(merchantId: MerchantId): string {
  return `dispute page of ${merchantId}`
}
