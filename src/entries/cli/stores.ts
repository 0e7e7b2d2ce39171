import { type Command, InvalidArgumentError, Option } from 'commander'
import { changeStoreWithin } from '../../money/obligations/change-store-within.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { type Country, countries, currencyOf } from '../../platform/base/markets.ts'
import { formatAmount, parseAmount } from '../../platform/base/money.ts'
import { day, minute, second } from '../../platform/base/times.ts'
import type { CheckoutRules, Store } from '../../platform/merchants/merchant.ts'
import { addStore } from '../../platform/merchants/stores/add-store.ts'
import { noBeneficiary } from '../../platform/merchants/stores/beneficiary.ts'
import { noFees } from '../../platform/merchants/stores/fee-rates.ts'
import type { StoreSettings } from '../../platform/merchants/stores/store-settings.ts'
import { merchantOption } from './keys.ts'
import { jsonOption, type PrintOptions, printRows } from './output.ts'
import { addMoneyOptions, type MoneyOptions, moneyFrom, moneyRowOf } from './store-money.ts'
import { addPlanOptions, offersFrom, type PlanOptions, planRowOf } from './store-plans.ts'
import { withApp } from './with-app.ts'

interface StoreOptions extends PrintOptions {
  readonly merchant: string
  readonly code: string
}

interface AddOptions extends StoreOptions, MoneyOptions {
  readonly country: Country
  readonly checkout: CheckoutRules
}

interface SetOptions extends StoreOptions, MoneyOptions, PlanOptions {
  readonly name?: string
  readonly checkout?: CheckoutRules
  readonly smallestOrder?: string
  readonly largestOrder?: string
  readonly sessionMinutes?: number
  readonly paymentMinutes?: number
  readonly autoCapture?: number | 'never'
  readonly refundDays?: number | 'unlimited'
}

const checkoutOption = (): Option =>
  new Option('--checkout <rules>', 'which members a checkout must have').choices(['strict', 'lenient'])

/** `qist store add|set`. */
export function addStoreCommands(program: Command): void {
  const store = program.command('store').description("a merchant's stores and their settings")
  const add = store
    .command('add')
    .description('give a merchant another store')
    .requiredOption(...merchantOption)
    .requiredOption('--code <code>', 'its merchant code')
    .addOption(new Option('--country <country>', 'where it is').choices([...countries]).makeOptionMandatory())
    .addOption(checkoutOption().default('strict'))
  addMoneyOptions(add)
    .option(...jsonOption)
    .action(async (options: AddOptions, command: Command) => {
      const { merchant, code: merchantCode, country, checkout } = options
      const none = { feeRates: noFees, beneficiary: noBeneficiary }
      const money = moneyFrom(options, none, (text) => readAmount(text, currencyOf(country), command))
      const added = await withApp((app) => addStore(app, merchant, { merchantCode, country, checkout, ...money }))
      printRows([rowOf(added)], options)
    })
  const set = store
    .command('set')
    .description(
      'change settings of a store; sessions and payments that exist keep theirs, fees hold from the next capture',
    )
    .requiredOption(...merchantOption)
    .requiredOption('--code <code>', 'its merchant code')
    .option('--name <name>', 'what customers read above what they pay')
    .addOption(checkoutOption())
    .option('--smallest-order <amount>', 'smaller orders are refused')
    .option('--largest-order <amount>', 'larger orders are refused')
    .option('--session-minutes <n>', 'how long a checkout session lasts', readMinutes)
    .option('--payment-minutes <n>', 'when an unfinished payment expires', readMinutes)
    .option('--auto-capture <days|never>', 'when the service captures by itself; 0: at authorization', readAutoCapture)
    .option('--refund-days <days|unlimited>', 'how long after its creation a payment can be refunded', readRefundDays)
  addPlanOptions(addMoneyOptions(set))
    .option(...jsonOption)
    .action(async (options: SetOptions, command: Command) => {
      const read = (current: Store) => {
        const settings = settingsFrom(options, current, command)
        const { offers, accepted } = offersFrom(options, current, { ...current, ...settings }, command)
        return { settings: { ...settings, offers }, accepted }
      }
      const changed = await withApp((app) =>
        changeStoreWithin(app, options.merchant, options.code, read, 'the command line'),
      )
      printRows([rowOf(changed)], options)
    })
}

function settingsFrom(options: SetOptions, store: Store, command: Command): Partial<StoreSettings> {
  const { name, checkout, smallestOrder, largestOrder, sessionMinutes, paymentMinutes, autoCapture, refundDays } =
    options
  const amount = (text: string): bigint => readAmount(text, store.currency, command)
  return {
    ...moneyFrom(options, store, amount),
    ...(name !== undefined && { name }),
    ...(checkout !== undefined && { checkout }),
    ...(smallestOrder !== undefined && { smallestOrderMinor: amount(smallestOrder) }),
    ...(largestOrder !== undefined && { largestOrderMinor: amount(largestOrder) }),
    ...(sessionMinutes !== undefined && { sessionSeconds: (sessionMinutes * minute) / second }),
    ...(paymentMinutes !== undefined && { paymentSeconds: (paymentMinutes * minute) / second }),
    ...(autoCapture !== undefined && {
      autoCaptureSeconds: autoCapture === 'never' ? null : (autoCapture * day) / second,
    }),
    ...(refundDays !== undefined && { refundDays: refundDays === 'unlimited' ? null : refundDays }),
  }
}

function readAmount(text: string, currency: Currency, command: Command): bigint {
  const minor = parseAmount(text, currency)
  if (typeof minor === 'string') command.error(`error: ${text} ${currency}: ${minor}`)
  return minor
}

function readMinutes(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Whole minutes, 1 to 999999.')
  return Number(text)
}

function readAutoCapture(text: string): number | 'never' {
  if (text === 'never') return text
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Whole days, 0 to 9999, or never.')
  return Number(text)
}

function readRefundDays(text: string): number | 'unlimited' {
  if (text === 'unlimited') return text
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Whole days, 1 to 9999, or unlimited.')
  return Number(text)
}

function rowOf(store: Store): Record<string, string> {
  const { currency, autoCaptureSeconds } = store
  const money = (minor: bigint, of: Currency): string => `${formatAmount(minor, of)} ${of}`
  return {
    code: store.merchantCode,
    name: store.name,
    country: store.country,
    checkout: store.checkout,
    'smallest order': money(store.smallestOrderMinor, currency),
    'largest order': money(store.largestOrderMinor, currency),
    'session minutes': String((store.sessionSeconds * second) / minute),
    'payment minutes': String((store.paymentSeconds * second) / minute),
    'auto-capture days': autoCaptureSeconds === null ? 'never' : String((autoCaptureSeconds * second) / day),
    'refund days': store.refundDays === null ? 'unlimited' : String(store.refundDays),
    ...planRowOf(store),
    ...moneyRowOf(store),
  }
}
