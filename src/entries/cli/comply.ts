import type { Command } from 'commander'
import { type ComplianceReport, notice, reportCompliance } from '../../money/compliance/comply.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { readId } from './keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from './output.ts'
import { withApp } from './with-app.ts'

interface ComplyOptions extends PrintOptions {
  readonly merchant?: MerchantId
}

/**
 * Adds `qist comply`: prints for each rule of the markets' profiles its source, its value, where it is carried out and
 * the payments nearest to the limit, and who answers for settings beyond it (docs/obligations.md).
 */
export function addComplyCommand(program: Command): void {
  program
    .command('comply')
    .description('what the profile of each market asks for, where it is kept, and which payments are near to a limit')
    .option('--merchant <id>', 'payments of this merchant only', readId)
    .option(...jsonOption)
    .action(async ({ merchant, json }: ComplyOptions) => {
      const report = await withApp(async (app) => {
        if (merchant !== undefined && (await listStores(app, merchant)).length === 0) throw refusals.noSuchMerchant()
        return reportCompliance(app, merchant)
      })
      if (json) printJson(wireOf(report))
      else printLine(pageOf(report))
    })
}

function wireOf({ rules, responsibilities }: ComplianceReport) {
  return {
    notice,
    rules: rules.map(({ profile, version, rule, source, isConfirmed: confirmed, value, where, test, nearest }) => ({
      ...{ profile, version, rule, source, confirmed, value, where, test },
      nearest: nearest.map(({ paymentId: payment_id, value: near, isBeyond }) => {
        return { payment_id, value: near, ...(isBeyond && { beyond: true }) }
      }),
    })),
    responsibilities: responsibilities.map(({ merchantId, merchantCode, rule, value, by, at }) => {
      return { merchant_id: merchantId, merchant_code: merchantCode, rule, value, by, at: formatSeconds(at) }
    }),
  }
}

function pageOf({ rules, responsibilities }: ComplianceReport): string {
  const profiles = [...new Set(rules.map(({ profile }) => profile))]
  return [
    notice,
    ...profiles.flatMap((profile) => {
      const own = rules.filter((rule) => rule.profile === profile)
      const [first] = own
      return ['', `${profile}, version ${first?.version}, ${first?.currency}`, ...own.flatMap(linesOf)]
    }),
    '',
    'Somebody answers for',
    ...(responsibilities.length === 0 ? ['  nothing'] : responsibilities.map(sayResponsibility)),
  ].join('\n')
}

function linesOf({ rule, value, does, source, isConfirmed, where, test, nearest }: ComplianceReport['rules'][number]) {
  const near = nearest.map(({ paymentId, value: its, isBeyond }) => {
    return `${paymentId} ${its}${isBeyond ? ' (beyond the limit)' : ''}`
  })
  return [
    `  ${rule}: ${value}`,
    `    ${does}`,
    `    source   ${source}${isConfirmed ? '' : ' (confirm it with your counsel)'}`,
    `    in       ${where.join(', ')}`,
    `    test     ${test}`,
    `    nearest  ${near.length === 0 ? 'no payment' : near.join(', ')}`,
  ]
}

function sayResponsibility({
  merchantId,
  merchantCode,
  rule,
  value,
  by,
  at,
}: ComplianceReport['responsibilities'][number]): string {
  return `  ${formatSeconds(at)}  ${rule} ${value}, store ${merchantCode} of ${merchantId}, by ${by}`
}
