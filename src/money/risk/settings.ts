import type { MerchantId, StoreId } from '../../platform/base/ids.ts'
import type { Contact } from './contact.ts'
import type { RuleSet } from './rules.ts'

/** A merchant and mode, which has its own rules. */
export interface RiskScope {
  readonly merchantId: MerchantId
  readonly isTest: boolean
}

/** The settings of a merchant in one mode. */
export interface RiskSettings {
  readonly rules: RuleSet
  /** Rules of stores that have their own. */
  readonly storeRules: ReadonlyMap<StoreId, RuleSet>
  /** In the order in which they were blocked, none twice. */
  readonly blocked: readonly Contact[]
}

/** A merchant's settings in one mode before a sandbox changed them, as JSON in the merchant's row. */
export interface SettingsRecord {
  readonly rules: RuleSet
  readonly storeRules: readonly (readonly [StoreId, RuleSet])[]
  readonly blocked: readonly Contact[]
}

/** The marks of a sandbox's changes. */
interface RiskMarks {
  /** Whether a sandbox was the first to set anything. */
  readonly in_sandbox: boolean
  /** The settings before a sandbox changed them; null if none did. */
  readonly before_sandbox: SettingsRecord | null
}

const nothing: RiskSettings = { rules: {}, storeRules: new Map(), blocked: [] }

/** Returns the settings without a sandbox's changes; undefined if it has none. */
export function riskBefore({ in_sandbox, before_sandbox: before }: RiskMarks): RiskSettings | undefined {
  if (before === null) return in_sandbox ? nothing : undefined
  return { ...before, storeRules: new Map(before.storeRules) }
}

/**
 * Returns the settings to store as those before a sandbox, after a change. A sandbox's first change stores the
 * current settings. An operator's change is applied to the stored ones too, so that the operator's settings stay.
 */
export function recordBefore(
  current: RiskSettings,
  marks: RiskMarks,
  isSandbox: boolean,
  change: (settings: RiskSettings) => RiskSettings,
): SettingsRecord | null {
  const before = riskBefore(marks)
  if (isSandbox) return recordOf(before ?? current)
  return before === undefined ? null : recordOf(change(before))
}

function recordOf({ rules, storeRules, blocked }: RiskSettings): SettingsRecord {
  return { rules, storeRules: [...storeRules], blocked }
}
