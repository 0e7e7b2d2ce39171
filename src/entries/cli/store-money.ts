import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatAmount } from '../../platform/base/money.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { beneficiaryFrom } from '../../platform/merchants/stores/beneficiary.ts'
import { type FeeRefund, feeRefunds, formatPercent, parsePercent } from '../../platform/merchants/stores/fee-rates.ts'

/** Fees and beneficiary of a store (docs/contract/keys-and-regions.md#store-settings). */
export interface MoneyOptions {
  readonly feePercent?: number
  readonly feeFixed?: string
  readonly feeVatPercent?: number
  readonly feeRefund?: FeeRefund
  readonly beneficiaryName?: string
  readonly beneficiaryIban?: string
}

export function addMoneyOptions(command: Command): Command {
  return command
    .option('--fee-percent <percent>', 'what every capture costs, as 5.00', readPercent)
    .option('--fee-fixed <amount>', 'what the first capture of a payment costs in addition')
    .option('--fee-vat-percent <percent>', 'VAT on each fee', readPercent)
    .addOption(new Option('--fee-refund <part>', 'what of the fee a refund gives back').choices([...feeRefunds]))
    .option('--beneficiary-name <name>', 'whom the bank pays')
    .option('--beneficiary-iban <iban>', 'where the bank pays; empty: nowhere')
}

type Money = Pick<Store, 'feeRates' | 'beneficiary'>

/** Returns the store's settings with the options applied. */
export function moneyFrom(options: MoneyOptions, current: Money, readAmount: (text: string) => bigint): Money {
  const { feeRates, beneficiary } = current
  return {
    feeRates: {
      percent: options.feePercent ?? feeRates.percent,
      fixedMinor: options.feeFixed === undefined ? feeRates.fixedMinor : readAmount(options.feeFixed),
      vatPercent: options.feeVatPercent ?? feeRates.vatPercent,
      refund: options.feeRefund ?? feeRates.refund,
    },
    beneficiary: beneficiaryFrom(
      options.beneficiaryName ?? beneficiary.name,
      options.beneficiaryIban ?? beneficiary.iban,
    ),
  }
}

export function moneyRowOf({ feeRates, beneficiary, currency }: Store): Record<string, string> {
  return {
    'fee percent': formatPercent(feeRates.percent),
    'fee fixed': `${formatAmount(feeRates.fixedMinor, currency)} ${currency}`,
    'fee VAT percent': formatPercent(feeRates.vatPercent),
    'fee refund': feeRates.refund,
    'beneficiary name': beneficiary.name,
    'beneficiary IBAN': beneficiary.iban,
  }
}

function readPercent(text: string): number {
  const hundredths = parsePercent(text)
  if (hundredths === undefined) throw new InvalidArgumentError('A percentage from 0 to 100 with at most two decimals.')
  return hundredths
}
