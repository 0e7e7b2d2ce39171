import { createHash } from 'node:crypto'
import type { Store } from '../../../platform/merchants/merchant.ts'

/** By what a form knows the settings that its page has shown. */
export function seenOf({
  name,
  smallestOrderMinor,
  largestOrderMinor,
  autoCaptureSeconds,
  beneficiary,
}: Store): string {
  const shown = [name, String(smallestOrderMinor), String(largestOrderMinor), autoCaptureSeconds, beneficiary]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}
