import { createHash } from 'node:crypto'
import type { MerchantId, StoreId } from '../../base/ids.ts'

export type LogoType = 'image/png' | 'image/jpeg'

/** The picture beside a store's name on customers' pages. */
export interface Logo {
  readonly contentType: LogoType
  readonly body: Buffer
}

/** The largest logo, in bytes: every customer of the store loads it. */
export const maxLogoBytes = 100 * 1024

/**
 * Returns the logo's name, a hash of its content. A new picture has a new address, so browsers may cache it for
 * ever.
 */
export function nameOfLogo({ body }: Logo): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Returns the path of a store's logo; undefined without one. */
export function logoPath(
  { merchantId, storeId }: { readonly merchantId: MerchantId; readonly storeId: StoreId },
  logo: string | null,
): string | undefined {
  return logo === null ? undefined : `/logos/${merchantId}/${storeId}/${logo}`
}
