import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { type BrokenRule, newlyBrokenRules } from '../../money/obligations/judge-terms.ts'
import { readOffers } from '../../money/obligations/read-offers.ts'
import { PlansInput } from '../../money/obligations/schemas.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { readBody } from '../../platform/http/read-body.ts'
import { InvalidValue } from '../../platform/http/validate.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import {
  type PlanOffers,
  planName,
  type ServiceFeeRefund,
  serviceFeeRefunds,
  standardTerms,
  termsRecordOf,
} from '../../platform/merchants/stores/plan-terms.ts'

/** The plans that a store offers (docs/contract/terms.md#where-they-are-set). */
export interface PlanOptions {
  readonly plans?: string
  readonly serviceFeeRefund?: ServiceFeeRefund
  readonly acceptResponsibility?: boolean
}

export function addPlanOptions(command: Command): Command {
  return command
    .option('--plans <file>', 'the plans that customers may choose, as JSON: {"plans":[{"count":6,"period":"P1M"}]}')
    .addOption(
      new Option('--service-fee-refund <part>', "how much of the customer's fee a refund gives back").choices([
        ...serviceFeeRefunds,
      ]),
    )
    .option('--accept-responsibility', "take plans beyond the profile of the store's market, and write that down")
}

/**
 * Returns what the store offers with the options applied. Ends the command for a file that is wrong. `store`: with its
 * other new settings.
 */
export function offersFrom(
  { plans: file, serviceFeeRefund, acceptResponsibility = false }: PlanOptions,
  before: Store,
  store: Store,
  command: Command,
): { readonly offers: PlanOffers; readonly accepted: readonly BrokenRule[] } {
  const feeRefund = serviceFeeRefund ?? store.offers.feeRefund
  if (file === undefined) {
    const accepted = acceptResponsibility ? newlyBrokenRules(before, store) : []
    return { offers: { ...store.offers, feeRefund }, accepted }
  }
  const given = readJson(file, command)
  try {
    const request = readBody(PlansInput, given, (part, wrong) => {
      const accept = acceptResponsibility || part.accept_responsibility === true
      return readOffers({ ...part, accept_responsibility: accept }, store, '$', wrong)
    })
    const isRefundGiven = typeof given === 'object' && given !== null && 'service_fee_refund' in given
    return isRefundGiven && serviceFeeRefund === undefined
      ? request
      : { ...request, offers: { ...request.offers, feeRefund } }
  } catch (error) {
    if (error instanceof InvalidValue) return command.error(`error: ${file}: a value has a wrong JSON type`)
    if (!(error instanceof Refusal)) throw error
    const lines = error.fields?.map(({ field, message }) => `error: ${file}: ${field} ${message}`)
    return command.error(lines?.join('\n') ?? `error: ${file}: ${error.message}`)
  }
}

function readJson(file: string, command: Command): unknown {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is no JSON: ${error.message}` : 'cannot be read'
    command.error(`error: ${file} ${reason}`)
  }
  const hasList = typeof read === 'object' && read !== null && 'plans' in read && Array.isArray(read.plans)
  return hasList ? read : command.error(`error: ${file} must have a list named plans; an empty one removes all`)
}

/** Returns the store's plans for the table of its settings. */
export function planRowOf({ offers: { terms, feeRefund }, currency }: Store): Record<string, string> {
  const names = terms.map((one) => {
    const { service_fee: fee, fee_on, down_payment, min_amount, max_amount } = termsRecordOf(one, currency)
    const first = down_payment === null ? '' : ` ${down_payment} % first`
    const range = min_amount === null && max_amount === null ? '' : ` ${min_amount ?? ''}–${max_amount ?? ''}`
    const isFree = one.serviceFee.percent === 0 && one.serviceFee.fixedMinor === 0n
    return `${planName(one)}${first}${range}${isFree ? '' : ` fee ${fee.percent} % + ${fee.fixed} ${fee_on}`}`
  })
  return { plans: names.join('; ') || planName(standardTerms), 'service fee refund': feeRefund }
}
