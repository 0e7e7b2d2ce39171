import type { StoreId } from '../base/ids.ts'
import type { Contact } from './contact.ts'
import type { RiskSettings } from './get-risk.ts'
import type { RuleSet } from './rules.ts'

/** A merchant's settings in one mode as a row keeps those from before a sandbox, in JSON. */
export interface SettingsRecord {
  readonly rules: RuleSet
  readonly storeRules: readonly (readonly [StoreId, RuleSet])[]
  readonly blocked: readonly Contact[]
}

/** What a sandbox has made or changed of them. */
export interface RiskMarks {
  /** Whether a sandbox was the first to set anything. */
  readonly in_sandbox: boolean
  /** The settings before a sandbox changed them; null where it has not. */
  readonly before_sandbox: SettingsRecord | null
}

const nothing: RiskSettings = { rules: {}, storeRules: new Map(), blocked: [] }

/** The settings as they would be without the sandbox; undefined where they are as they are now. */
export function riskBefore({ in_sandbox, before_sandbox: before }: RiskMarks): RiskSettings | undefined {
  if (before === null) return in_sandbox ? nothing : undefined
  return { ...before, storeRules: new Map(before.storeRules) }
}

/**
 * What the row keeps once somebody has changed the current settings: a sandbox's first change keeps what was there, and an operator's is
 * made on that, too, so that what the operator sets stays.
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
