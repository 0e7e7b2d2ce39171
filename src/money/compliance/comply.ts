import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { ProfileName } from '../../platform/base/market-entries.ts'
import { type Currency, currencies, marketOf } from '../../platform/base/markets.ts'
import { profileOf } from '../obligations/profiles.ts'
import { type AcceptedSetting, listResponsibilities } from '../obligations/responsibilities.ts'
import { obligationRules } from './rules.ts'

/** What stands at the beginning of every report about obligations. */
export const notice =
  'This is no legal advice. It says what this service does, not what the law asks for. Sources that are not confirmed must be confirmed by the operator.'

/** A rule in a market's profile, with where it is carried out. */
export interface ListedRule {
  readonly profile: ProfileName
  readonly version: number
  readonly currency: Currency
  readonly rule: string
  readonly does: string
  readonly source: string
  readonly isConfirmed: boolean
  readonly value: string
  readonly where: readonly string[]
  readonly test: string
}

/** Returns the rules of every market's profile. */
export function listRules(): ListedRule[] {
  return currencies.flatMap((currency) => {
    const { profile } = marketOf(currency)
    const { version } = profileOf(currency)
    return obligationRules.flatMap(({ of, rule, does, where, test }): ListedRule[] => {
      const found = of(profileOf(currency), currency)
      return found === undefined ? [] : [{ profile, version, currency, rule, does, where, test, ...found }]
    })
  })
}

/** A payment that is near to a rule's limit. */
interface NearPayment {
  readonly paymentId: string
  readonly value: string
  /** Whether it is beyond the limit. */
  readonly isBeyond: boolean
}

/** What `qist comply` says: the rules with the payments nearest to their limits, and who answers for more. */
export interface ComplianceReport {
  readonly rules: readonly (ListedRule & { readonly nearest: readonly NearPayment[] })[]
  readonly responsibilities: readonly AcceptedSetting[]
}

const limit = 3

/** Returns the report of one merchant, or of all. Reads whole tables. */
export async function reportCompliance(app: App, merchantId: MerchantId | undefined): Promise<ComplianceReport> {
  const rules: ComplianceReport['rules'][number][] = []
  for (const listed of listRules()) {
    const carriedOut = obligationRules.find(({ rule }) => rule === listed.rule)
    if (carriedOut === undefined) continue
    const { nearest, show, isBeyond } = carriedOut
    const { currency } = listed
    const rows = await app.db.run(nearest, { currency, merchantId: merchantId ?? null, limit })
    const near = rows.map(({ payment_id: paymentId, value }) => {
      return { paymentId, value: show(value, currency), isBeyond: isBeyond(value, currency) }
    })
    rules.push({ ...listed, nearest: near })
  }
  return { rules, responsibilities: await listResponsibilities(app, merchantId) }
}
