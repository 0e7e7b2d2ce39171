import type { Secrets } from '../../platform/adapters/secrets.ts'
import { type DisputeId, type MerchantId, parseId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'

/** The last dispute of a page. The next page begins after it, also if disputes were added meanwhile. */
export interface PagePosition {
  readonly createdAt: Instant
  readonly id: DisputeId
}

/** The last dispute of a page of the merchant's task list: its part of the list, and the time that orders this part. */
export interface TaskPosition {
  readonly part: number
  readonly at: Instant
  readonly id: DisputeId
}

/** Returns the token of the page after this position. Only this service can make one, and only for this merchant. */
export function formatPageToken(secrets: Secrets, merchantId: MerchantId, position: PagePosition): string {
  return seal(secrets, `dispute page of ${merchantId}`, `${position.createdAt} ${position.id}`)
}

/** Returns the position of a token; undefined if it is not from this service, or for another merchant. */
export function parsePageToken(secrets: Secrets, merchantId: MerchantId, token: string): PagePosition | undefined {
  const [createdAt, id] = open(secrets, `dispute page of ${merchantId}`, token) ?? []
  const parsed = parseId(id ?? '')
  return parsed === undefined ? undefined : { createdAt: Number(createdAt), id: parsed }
}

/** Returns the token of the task list's page after this position. */
export function formatTaskToken(secrets: Secrets, merchantId: MerchantId, { part, at, id }: TaskPosition): string {
  return seal(secrets, `dispute tasks of ${merchantId}`, `${part} ${at} ${id}`)
}

/** Returns the position of such a token; undefined if it is not from this service, or for another merchant. */
export function parseTaskToken(secrets: Secrets, merchantId: MerchantId, token: string): TaskPosition | undefined {
  const [part, at, id] = open(secrets, `dispute tasks of ${merchantId}`, token) ?? []
  const parsed = parseId(id ?? '')
  return parsed === undefined ? undefined : { part: Number(part), at: Number(at), id: parsed }
}

function seal(secrets: Secrets, owner: string, text: string): string {
  return secrets.encrypt(text, owner).toString('base64url')
}

function open(secrets: Secrets, owner: string, token: string): readonly string[] | undefined {
  const sealed = Buffer.from(token, 'base64url')
  // Decoding ignores spare bits and foreign characters: only the exact spelling is accepted.
  if (sealed.toString('base64url') !== token) return undefined
  try {
    return secrets.decrypt(sealed, owner).split(' ')
  } catch {
    return undefined
  }
}
