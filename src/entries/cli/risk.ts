import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ExposureBeyond, exposuresBeyond, largestExposures } from '../../money/obligations/judge-exposure.ts'
import { acceptResponsibility } from '../../money/obligations/responsibilities.ts'
import { amountMessage } from '../../money/payments/refusals.ts'
import { changeRisk } from '../../money/risk/change-risk.ts'
import { type Contact, emailContact, isEmail, maxBlocked, phoneContact } from '../../money/risk/contact.ts'
import { type RuleSet, readExposure, rulesInForce } from '../../money/risk/rules.ts'
import { getRisk } from '../../money/risk/saved-settings.ts'
import type { RiskScope, RiskSettings } from '../../money/risk/settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { findStoreByCode, type Store } from '../../platform/merchants/merchant.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { merchantOption } from './keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface RiskOptions extends PrintOptions {
  readonly merchant: MerchantId
  readonly mode: 'test' | 'live'
}

interface SetOptions extends RiskOptions {
  readonly store?: string
  readonly maxOpenExposure?: string
  readonly maxOrdersPerDay?: number | 'off' | 'default'
  readonly refuseOverdue?: 'on' | 'off' | 'default'
  readonly acceptResponsibility?: boolean
}

interface BlockOptions extends RiskOptions {
  readonly phone?: string
  readonly email?: string
}

/** `qist risk show|set|block|unblock` (docs/contract/money.md#risk). */
export function addRiskCommands(program: Command): void {
  const risk = program.command('risk').description('rules by which orders are refused before the payment page opens')
  const add = (name: string, description: string): Command =>
    risk
      .command(name)
      .description(description)
      .requiredOption(...merchantOption)
      .addOption(new Option('--mode <mode>', 'for which orders').choices(['test', 'live']).makeOptionMandatory())
      .option(...jsonOption)
  add('show', "the rules in force at each of a merchant's stores, and whom it has blocked").action(
    async (options: RiskOptions) => {
      await withMerchant(options, async (app, scope, stores) => print(options, stores, await getRisk(app.db, scope)))
    },
  )
  add('set', "change a merchant's rules, or those of one of its stores; what is not named stays")
    .option('--store <code>', 'of this store only; its rules go before those of its merchant')
    .option('--max-open-exposure <amount|off|default>', 'what a customer may owe at all shops, with the order')
    .option('--max-orders-per-day <n|off|default>', 'orders of a customer within 24 hours', readCount)
    .addOption(
      new Option('--refuse-overdue <rule>', 'refuse a customer who is overdue anywhere').choices([
        'on',
        'off',
        'default',
      ]),
    )
    .option(
      '--accept-responsibility',
      'take a limit of live orders above the profile of the market, and write that down',
    )
    .action((options: SetOptions, command: Command) => setRules(options, command))
  const withContact = (command: Command): Command =>
    command.option('--phone <phone>', 'by phone').option('--email <email>', 'by e-mail address')
  withContact(add('block', 'refuse a customer of this merchant')).action((options: BlockOptions, command: Command) =>
    changeBlocked(options, command, (blocked, contact) => [...new Set([...blocked, contact])]),
  )
  withContact(add('unblock', 'refuse a customer no longer')).action((options: BlockOptions, command: Command) =>
    changeBlocked(options, command, (blocked, contact) => blocked.filter((one) => one !== contact)),
  )
}

function withMerchant<T>(
  { merchant, mode }: RiskOptions,
  work: (app: App, scope: RiskScope, stores: readonly Store[]) => Promise<T>,
): Promise<T> {
  return withApp(async (app) => {
    const stores = await listStores(app, merchant)
    if (stores.length === 0) throw refusals.noSuchMerchant()
    return work(app, { merchantId: merchant, isTest: mode === 'test' }, stores)
  })
}

async function setRules(options: SetOptions, command: Command): Promise<void> {
  await withMerchant(options, async (app, scope, stores) => {
    const store = options.store === undefined ? undefined : findStoreByCode(stores, options.store)
    if (options.store !== undefined && store === undefined) throw refusals.noSuchStore()
    const ofStores = store === undefined ? stores : [store]
    const apply = rulesFrom(options, ofStores, command)
    const accepted = beyondProfile(options, apply({}), ofStores, command)
    const change = (current: RiskSettings): RiskSettings => {
      if (store === undefined) return { ...current, rules: apply(current.rules) }
      const storeRules = apply(current.storeRules.get(store.id) ?? {})
      return { ...current, storeRules: new Map([...current.storeRules, [store.id, storeRules]]) }
    }
    const changed = await changeRisk(app, scope, change, (tx) =>
      acceptResponsibility(app, tx, scope.merchantId, accepted, 'the command line'),
    )
    print(options, stores, changed)
  })
}

// Only what this call sets is judged.
function beyondProfile(
  { mode, maxOpenExposure, acceptResponsibility: isAccepted = false }: SetOptions,
  rules: RuleSet,
  stores: readonly Store[],
  command: Command,
): readonly ExposureBeyond[] {
  if (mode === 'test' || maxOpenExposure === undefined) return []
  const beyond = exposuresBeyond(rules, stores)
  if (beyond.length === 0 || isAccepted) return beyond
  return command.error(
    `error: --max-open-exposure ${maxOpenExposure}: the market allows ${largestExposures(stores)}; with --accept-responsibility it is set, and that is written down`,
  )
}

/** Returns a function that applies the options to a set of rules; `default` removes a rule. */
function rulesFrom(options: SetOptions, stores: readonly Store[], command: Command): (set: RuleSet) => RuleSet {
  const { maxOpenExposure, maxOrdersPerDay, refuseOverdue } = options
  const named: [keyof RuleSet, string | number | boolean][] = []
  if (maxOpenExposure !== undefined) named.push(['max_open_exposure', readAmount(maxOpenExposure, stores, command)])
  if (maxOrdersPerDay !== undefined) named.push(['max_orders_per_day', maxOrdersPerDay])
  if (refuseOverdue !== undefined) {
    named.push(['refuse_overdue', refuseOverdue === 'default' ? refuseOverdue : refuseOverdue === 'on'])
  }
  if (named.length === 0) command.error('error: no rule was named')
  return (set) =>
    Object.fromEntries(Object.entries({ ...set, ...Object.fromEntries(named) }).filter(([, to]) => to !== 'default'))
}

function readAmount(text: string, stores: readonly Store[], command: Command): string {
  if (text === 'default') return text
  const limit = readExposure(
    text,
    stores.map(({ currency }) => currency),
  )
  if (typeof limit === 'string') return limit
  return command.error(`error: --max-open-exposure ${text}: ${amountMessage(limit.problem, limit.decimals)}`)
}

function readCount(text: string): number | 'off' | 'default' {
  if (text === 'off' || text === 'default') return text
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number, off or default.')
  return Number(text)
}

async function changeBlocked(
  options: BlockOptions,
  command: Command,
  change: (blocked: readonly Contact[], contact: Contact) => readonly Contact[],
): Promise<void> {
  await withMerchant(options, async (app, scope, stores) => {
    const contact = readContact(options, stores, command)
    const { blocked } = await changeRisk(app, scope, (current) => {
      const next = change(current.blocked, contact)
      if (next.length > maxBlocked) command.error(`error: at most ${maxBlocked} customers can be blocked`)
      return { ...current, blocked: next }
    })
    if (options.json) printJson({ blocked })
    else printLine(`${contact} is ${blocked.includes(contact) ? 'blocked' : 'not blocked'}.`)
  })
}

function readContact({ phone, email }: BlockOptions, [first]: readonly Store[], command: Command): Contact {
  if ((phone === undefined) === (email === undefined)) command.error('error: name --phone or --email')
  const contact = phone === undefined ? emailContact(email ?? '') : phoneContact(phone, first?.country ?? 'AE')
  if (contact === undefined || (phone === undefined && !isEmail(contact))) {
    command.error(`error: ${phone ?? email} is ${phone === undefined ? 'no e-mail address' : 'no phone number'}`)
  }
  return contact
}

function print(options: RiskOptions, stores: readonly Store[], settings: RiskSettings): void {
  const { rules, storeRules, blocked } = settings
  const ofStores = stores.map((store) => ({
    store,
    own: storeRules.get(store.id) ?? {},
    inForce: rulesInForce(options.mode === 'test', store, [rules, storeRules.get(store.id) ?? {}]),
  }))
  if (options.json) {
    const named = ofStores.map(({ store, own }) => ({ merchant_code: store.merchantCode, rules: own }))
    printJson({ rules, stores: named, blocked })
    return
  }
  const rows = ofStores.map(({ store: { merchantCode, currency }, inForce }) => ({
    store: merchantCode,
    'largest order': `${formatAmount(inForce.largestOrderMinor, currency)} ${currency}`,
    'open exposure':
      inForce.maxOpenExposureMinor === null
        ? 'off'
        : `${formatAmount(inForce.maxOpenExposureMinor, currency)} ${currency}`,
    'orders per day': String(inForce.maxOrdersPerDay ?? 'off'),
    'refuse overdue': inForce.refuseOverdue ? 'on' : 'off',
  }))
  printRows(rows, {})
  for (const contact of blocked) printLine(`blocked: ${contact}`)
}
