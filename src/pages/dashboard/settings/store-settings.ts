import { createHash } from 'node:crypto'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { LegalProblem } from '../../../platform/merchants/stores/legal-entity.ts'
import type { Fields } from '../page.ts'

/** Returns a version of the settings. A form sends it, so that a stale page changes nothing. */
export function versionOf({
  name,
  checkout,
  smallestOrderMinor,
  largestOrderMinor,
  autoCaptureSeconds,
  beneficiary,
  legalEntity,
}: Store): string {
  const limits = [String(smallestOrderMinor), String(largestOrderMinor)]
  const shown = [name, checkout, ...limits, autoCaptureSeconds, beneficiary, legalEntity]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** Returns an IBAN in groups of four, as banks print it. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Returns an IBAN's country and last four digits. */
export function maskedIban(iban: string): string {
  return iban === '' ? '' : `${iban.slice(0, 2)}… ${iban.slice(-4)}`
}

/** The error of a settings form. */
export type SettingsProblem =
  | ('name' | 'smallest' | 'smallestOfPlans' | 'largest' | 'autoCapture' | 'beneficiaryName' | 'iban')
  | LegalProblem
  | ('noLogo' | 'logoType' | 'logoSize')

/** The outcome of a form, as the page shows it. */
export interface SettingsNotice {
  readonly done?: string | undefined
  readonly problem?: SettingsProblem
  readonly fields?: Fields
  /** Another person has changed it since the page was opened. */
  readonly isStale?: boolean
}
