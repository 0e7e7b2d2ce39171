import { createHash } from 'node:crypto'
import type { MerchantId, StoreId } from '../../base/ids.ts'

export type LogoType = 'image/png' | 'image/jpeg'

/** A picture that customers see beside a store's name. */
export interface Logo {
  readonly contentType: LogoType
  readonly body: Buffer
}

/** No logo is larger, in bytes: every customer of the store loads it. */
export const maxLogoBytes = 100 * 1024

/** By what a logo is known: another picture has another address, so that browsers may keep it for good. */
export function nameOfLogo({ body }: Logo): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Where a store's logo is served; undefined where it has none. */
export function logoPath(
  { merchantId, storeId }: { readonly merchantId: MerchantId; readonly storeId: StoreId },
  logo: string | null,
): string | undefined {
  return logo === null ? undefined : `/logos/${merchantId}/${storeId}/${logo}`
}
