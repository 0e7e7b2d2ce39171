import { createHash } from 'node:crypto'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { Fields } from '../page.ts'

/** By what a form knows the settings that its page has shown. */
export function versionOf({
  name,
  smallestOrderMinor,
  largestOrderMinor,
  autoCaptureSeconds,
  beneficiary,
}: Store): string {
  const shown = [name, String(smallestOrderMinor), String(largestOrderMinor), autoCaptureSeconds, beneficiary]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** An IBAN as banks print it: in groups of four. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Of an IBAN no more than by what its owner knows it. */
export function maskedIban(iban: string): string {
  return iban === '' ? '' : `${iban.slice(0, 2)}… ${iban.slice(-4)}`
}

/** What is wrong with what was typed. */
export type SettingsProblem =
  | ('name' | 'smallest' | 'largest' | 'autoCapture' | 'beneficiaryName' | 'iban')
  | ('noLogo' | 'logoType' | 'logoSize')

/** What the page says of a form that was sent to it. */
export interface SettingsNotice {
  readonly done?: string | undefined
  readonly problem?: SettingsProblem
  readonly fields?: Fields
  /** Somebody else has changed it since the page was opened. */
  readonly isStale?: boolean
}
