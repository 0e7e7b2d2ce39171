import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Country, countries } from '../base/countries.ts'
import { type Currency, formatAmount, parseAmount } from '../base/money.ts'
import { day, minute, second } from '../base/times.ts'
import type { CheckoutRules, Store } from '../merchants/merchant.ts'
import { addStore } from '../merchants/stores/add-store.ts'
import { changeStore, type StoreSettings } from '../merchants/stores/change-store.ts'
import { merchantOption } from './keys.ts'
import { jsonOption, type PrintOptions, printRows } from './print.ts'
import { withApp } from './with-app.ts'

interface StoreOptions extends PrintOptions {
  readonly merchant: string
  readonly code: string
}

interface AddOptions extends StoreOptions {
  readonly country: Country
  readonly checkout: CheckoutRules
}

interface SetOptions extends StoreOptions {
  readonly checkout?: CheckoutRules
  readonly smallestOrder?: string
  readonly largestOrder?: string
  readonly sessionMinutes?: number
  readonly paymentMinutes?: number
  readonly autoCapture?: number | 'never'
}

const checkoutOption = (): Option =>
  new Option('--checkout <rules>', 'which members a checkout must have').choices(['strict', 'lenient'])

/** `qist store add|set`. */
export function addStoreCommands(program: Command): void {
  const store = program.command('store').description("a merchant's stores and their settings")
  store
    .command('add')
    .description('give a merchant another store')
    .requiredOption(...merchantOption)
    .requiredOption('--code <code>', 'its merchant code')
    .addOption(new Option('--country <country>', 'where it is').choices([...countries]).makeOptionMandatory())
    .addOption(checkoutOption().default('strict'))
    .option(...jsonOption)
    .action(async (options: AddOptions) => {
      const { merchant, code, country, checkout } = options
      const added = await withApp((app) => addStore(app, merchant, { merchantCode: code, country, checkout }))
      printRows([rowOf(added)], options)
    })
  store
    .command('set')
    .description('change settings of a store; sessions and payments that exist keep theirs')
    .requiredOption(...merchantOption)
    .requiredOption('--code <code>', 'its merchant code')
    .addOption(checkoutOption())
    .option('--smallest-order <amount>', 'smaller orders are refused')
    .option('--largest-order <amount>', 'larger orders are refused')
    .option('--session-minutes <n>', 'how long a checkout session lasts', readMinutes)
    .option('--payment-minutes <n>', 'when an unfinished payment expires', readMinutes)
    .option('--auto-capture <days|never>', 'when the service captures by itself; 0: at authorization', readAutoCapture)
    .option(...jsonOption)
    .action(async (options: SetOptions, command: Command) => {
      const changed = await withApp((app) =>
        changeStore(app, options.merchant, options.code, (current) => settingsFrom(options, current, command)),
      )
      printRows([rowOf(changed)], options)
    })
}

function settingsFrom(options: SetOptions, store: Store, command: Command): Partial<StoreSettings> {
  const { checkout, smallestOrder, largestOrder, sessionMinutes, paymentMinutes, autoCapture } = options
  const amount = (text: string): bigint => {
    const minor = parseAmount(text, store.currency)
    if (typeof minor === 'string') command.error(`error: ${text} ${store.currency}: ${minor}`)
    return minor
  }
  return {
    ...(checkout !== undefined && { checkout }),
    ...(smallestOrder !== undefined && { smallestOrderMinor: amount(smallestOrder) }),
    ...(largestOrder !== undefined && { largestOrderMinor: amount(largestOrder) }),
    ...(sessionMinutes !== undefined && { sessionSeconds: (sessionMinutes * minute) / second }),
    ...(paymentMinutes !== undefined && { paymentSeconds: (paymentMinutes * minute) / second }),
    ...(autoCapture !== undefined && {
      autoCaptureSeconds: autoCapture === 'never' ? null : (autoCapture * day) / second,
    }),
  }
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

function rowOf(store: Store): Record<string, string> {
  const { currency, autoCaptureSeconds } = store
  const money = (minor: bigint, of: Currency): string => `${formatAmount(minor, of)} ${of}`
  return {
    code: store.merchantCode,
    country: store.country,
    checkout: store.checkout,
    'smallest order': money(store.smallestOrderMinor, currency),
    'largest order': money(store.largestOrderMinor, currency),
    'session minutes': String((store.sessionSeconds * second) / minute),
    'payment minutes': String((store.paymentSeconds * second) / minute),
    'auto-capture days': autoCaptureSeconds === null ? 'never' : String((autoCaptureSeconds * second) / day),
  }
}
