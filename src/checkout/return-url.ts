import type { PaymentId } from '../base/ids.ts'

/**
 * The merchant's own address with `payment_id=<uuid>` appended, and nothing else changed (decisions section 5); null where the
 * merchant gave none, or one that a browser would run instead of opening.
 */
export function returnUrl(url: string | null, paymentId: PaymentId): string | null {
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return null
  if (/^(javascript|data|vbscript|blob|file|about|view-source):/i.test(url)) return null
  const hash = url.indexOf('#')
  const address = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}payment_id=${paymentId}${fragment}`
}
