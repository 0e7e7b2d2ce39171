import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Region } from '../../platform/base/market-entries.ts'
import { type Country, countries, regionOf, regions } from '../../platform/base/markets.ts'
import { codeKeyOf } from '../../platform/merchants/merchant.ts'
import { listMerchants } from '../../platform/merchants/merchants.ts'
import { openMerchant } from '../../platform/merchants/open-merchant.ts'
import type { NewStore } from '../../platform/merchants/stores/stores.ts'
import { formatMoment, jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface CreateOptions extends PrintOptions {
  readonly name: string
  readonly region: Region
  readonly store: NewStore[]
  readonly lenient?: true
}

/** `qist merchant create|list`. */
export function addMerchantCommands(program: Command): void {
  const merchant = program.command('merchant').description('merchants and their stores')
  merchant
    .command('create')
    .description('make a merchant with its stores and one pair of keys for each mode; the keys are shown once')
    .requiredOption('--name <name>', 'its name')
    .addOption(new Option('--region <region>', 'where it is served').choices(regions).makeOptionMandatory())
    .requiredOption('--store <code:country[:lenient]>', 'a store; the first is the default; repeat for more', readStore)
    .option('--lenient', 'all its stores accept checkouts as existing plug-ins send them')
    .option(...jsonOption)
    .action(createMerchant)
  merchant
    .command('list')
    .description('every merchant with its stores')
    .option(...jsonOption)
    .action(printMerchants)
}

function readStore(text: string, earlier: NewStore[] = []): NewStore[] {
  const [merchantCode = '', country = '', checkout = 'strict'] = text.split(':')
  const isKnown = (countries as readonly string[]).includes(country)
  if (merchantCode === '' || !isKnown || (checkout !== 'strict' && checkout !== 'lenient')) {
    throw new InvalidArgumentError(
      `Write code:country or code:country:lenient, country one of ${countries.join(', ')}.`,
    )
  }
  return [...earlier, { merchantCode, country: country as Country, checkout }]
}

async function createMerchant(options: CreateOptions, command: Command): Promise<void> {
  const foreign = options.store.find((store) => regionOf(store.country) !== options.region)
  if (foreign !== undefined) command.error(`error: ${foreign.country} is not in the region ${options.region}`)
  const codes = options.store.map((store) => codeKeyOf(store.merchantCode))
  if (new Set(codes).size < codes.length) command.error('error: a merchant code is there twice')
  const { name, region } = options
  const stores = options.lenient
    ? options.store.map((store) => ({ ...store, checkout: 'lenient' as const }))
    : options.store
  const { merchant, keys } = await withApp((app) => openMerchant(app, { name, region, stores }))
  if (options.json) return printJson({ id: merchant.merchantId, name: merchant.name, region: merchant.region, keys })
  printLine(`Merchant ${merchant.merchantId} (${merchant.name}). These keys are not shown again:`)
  printRows(
    [
      { mode: 'test', secret: keys.test.secret, public: keys.test.public },
      { mode: 'live', secret: keys.live.secret, public: keys.live.public },
    ],
    {},
  )
}

async function printMerchants(options: PrintOptions): Promise<void> {
  const merchants = await withApp(listMerchants)
  const rows = merchants.map(({ id, name, region, createdAt, stores }) => ({
    id,
    name,
    region,
    created: formatMoment(createdAt),
    stores: stores.map((store) => `${store.merchantCode}:${store.country}:${store.checkout}`).join(' '),
  }))
  printRows(rows, options)
}
