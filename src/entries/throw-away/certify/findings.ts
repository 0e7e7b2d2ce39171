import type { Check, Finding } from '../../../rehearsal/certificate/checks.ts'
import type { Exchange } from '../../../rehearsal/certificate/exchange.ts'
import type { ScenarioName } from '../../../rehearsal/certificate/facts.ts'
import { oneLine } from '../../cli/output.ts'
import { type CertifyArguments, repeatCommand } from './repeat-command.ts'

/** The findings of a check as one block: those of the first scenario, and the names of the other ones. */
export interface FoundInScenarios {
  readonly first: readonly Finding[]
  readonly rest: readonly Finding[]
  readonly scenario: ScenarioName
  readonly alsoIn: readonly ScenarioName[]
}

/** Returns the findings of a check by scenario; undefined if there is none. */
export function groupFindings({ findings }: Check): FoundInScenarios | undefined {
  const scenarios = [...new Set(findings.map(({ scenario }) => scenario))]
  const [scenario, ...alsoIn] = scenarios
  if (scenario === undefined) return undefined
  const [first, rest] = [true, false].map((is) => findings.filter((one) => (one.scenario === scenario) === is))
  return { first: first ?? [], rest: rest ?? [], scenario, alsoIn }
}

/** Returns the findings of a check as the lines of one block. The last line is the command that repeats it. */
export function describeFindings(check: Check, given: CertifyArguments): string[] {
  const found = groupFindings(check)
  const [finding] = found?.first ?? []
  if (found === undefined || finding === undefined) return []
  const also = found.alsoIn.length === 0 ? '' : `, also in ${found.alsoIn.join(', ')}`
  return [
    ...found.first.flatMap(describeFinding),
    `in ${found.scenario}${also}`,
    finding.advice,
    finding.guide,
    repeatCommand(finding.command, given),
  ]
}

function describeFinding({ sentence, exchanges, more_exchanges, request_ids, webhook_ids }: Finding): string[] {
  const ids = [...request_ids, ...webhook_ids]
  return [
    sentence,
    ...exchanges.flatMap(describeExchange).map((line) => `  ${line}`),
    ...(more_exchanges === 0 ? [] : [`  and ${more_exchanges} more`]),
    ...(ids.length === 0 ? [] : [`seen in ${ids.join(', ')}`]),
  ]
}

function nameExchange({ direction, method, path, status, duration_ms, fault }: Exchange): string {
  const sender = direction === 'from_shop' ? 'your shop' : 'Qist'
  const answer = status === null ? 'no answer' : String(status)
  const after = duration_ms === null ? '' : ` after ${duration_ms} ms`
  return `${sender} sent ${method} ${path}: ${answer}${after}${fault === null ? '' : ` (${nameFault(fault)})`}`
}

// A lost answer stands in the journal, and the shop has not received it.
function nameFault(fault: string): string {
  return fault === 'lost_answer' ? 'fault lost_answer: the shop did not receive it' : `fault ${fault}`
}

function timeOf({ after_ms }: Exchange): string {
  return `+${(after_ms / 1_000).toFixed(3)} s`
}

function describeExchange(exchange: Exchange): string[] {
  const { sent, answered } = exchange
  return [
    `${timeOf(exchange)} ${nameExchange(exchange)}`,
    ...(sent === null ? [] : [`  sent     ${joinLines(sent)}`]),
    ...(answered === null ? [] : [`  answered ${joinLines(answered)}`]),
  ]
}

// A shop's answer may be a page.
const joinLines = (text: string): string => oneLine(text.replaceAll(/\s+/g, ' ').trim())
