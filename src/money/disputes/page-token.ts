import type { Secrets } from '../../platform/adapters/secrets.ts'
import { type DisputeId, type MerchantId, parseId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'

/** The last dispute of a page. The next page begins after it, also if disputes were added meanwhile. */
export interface PagePosition {
  readonly createdAt: Instant
  readonly id: DisputeId
}

/** Returns the token of the page after this position. Only this service can make one, and only for this merchant. */
export function formatPageToken(secrets: Secrets, merchantId: MerchantId, position: PagePosition): string {
  return secrets.encrypt(`${position.createdAt} ${position.id}`, ownerOf(merchantId)).toString('base64url')
}

/** Returns the position of a token; undefined if it is not from this service, or for another merchant. */
export function parsePageToken(secrets: Secrets, merchantId: MerchantId, token: string): PagePosition | undefined {
  const sealed = Buffer.from(token, 'base64url')
  // Decoding ignores spare bits and foreign characters: only the exact spelling is accepted.
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
