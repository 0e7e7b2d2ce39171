import { isReturnAddress } from '../../../platform/base/addresses.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'

/**
 * The merchant's own address with `payment_id=<uuid>` appended, and nothing else changed
 * (docs/contract/payment-page.md#going-back); null where the merchant gave none, or one that a browser would run instead of
 * opening.
 */
export function returnUrl(url: string | null, paymentId: PaymentId): string | null {
  if (url === null || !isReturnAddress(url)) return null
  const hash = url.indexOf('#')
  const address = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}payment_id=${paymentId}${fragment}`
}
