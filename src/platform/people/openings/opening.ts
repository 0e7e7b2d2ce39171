import { createHmac } from 'node:crypto'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { ActivityKind } from '../activities/activity.ts'
import type { SupportSession } from '../sessions/session.ts'

/** Something that support sees for a reason only, once it was said, for as long as the session lasts. */
export interface Opening {
  readonly what: Extract<ActivityKind, 'open_personal' | 'see_as_merchant'>
  /** As the log names it: nothing personal of a customer. */
  readonly onKind: string
  readonly onId: string
  readonly merchantId?: MerchantId
  readonly isTest?: boolean
  /** What is opened, told from everything else: may be a phone. */
  readonly subject: string
}

/** By which an opening is found in the log: of this session alone, and nobody learns the subject from it. */
export function openingKey({ secret }: Pick<SupportSession, 'secret'>, { what, subject }: Opening): string {
  return createHmac('sha256', secret).update(`${what} ${subject}`).digest('base64url')
}

/** Whose log it is in. */
export function ownerOf({ merchantId }: Opening): MerchantId {
  return merchantId ?? allMerchants
}
