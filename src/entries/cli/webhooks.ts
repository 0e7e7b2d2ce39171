import { type Command, InvalidArgumentError } from 'commander'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId, WebhookId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { hour } from '../../platform/base/times.ts'
import { findStoreByCode } from '../../platform/merchants/merchant.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { requireSecondFactors, resealSecondFactors } from '../../platform/people/second-factor/sealed-secrets.ts'
import { disableWebhook, enableWebhook, listMerchantWebhooks } from '../../platform/webhooks/endpoints/webhooks.ts'
import { requireSecrets } from '../../platform/webhooks/secrets/require-secrets.ts'
import { resealSecrets } from '../../platform/webhooks/secrets/reseal-secrets.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'
import { listSigningSecrets, stopSigning } from '../../platform/webhooks/secrets/signing-secrets.ts'
import type { SigningStore } from '../../platform/webhooks/webhook.ts'
import { readId } from './keys.ts'
import { formatMoment, jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface MerchantOptions extends PrintOptions {
  readonly merchant: string
}

interface WebhookOptions extends MerchantOptions {
  readonly webhook: string
}

interface StoreOptions extends MerchantOptions {
  readonly store: string
}

interface RotateOptions extends StoreOptions {
  readonly overlapHours: number
}

const merchantOption = ['--merchant <id>', "the merchant's id", readId] as const
const storeOption = ['--store <code>', "the store's merchant code"] as const

/** `qist webhook list|enable|disable`, `qist signing rotate|list|stop` and `qist secrets reseal`. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description("merchants' webhooks")
  webhook
    .command('list')
    .description("a merchant's webhooks of all stores, families and modes, and which of them are disabled")
    .requiredOption(...merchantOption)
    .option(...jsonOption)
    .action(printWebhooks)
  const change = (name: string, done: string, work: (app: App, merchant: MerchantId, id: WebhookId) => Promise<void>) =>
    webhook
      .command(name)
      .description(`have a webhook ${done}`)
      .requiredOption(...merchantOption)
      .requiredOption('--webhook <id>', "the webhook's id", readId)
      .action(async (options: WebhookOptions) => {
        await withApp((app) => work(app, options.merchant, options.webhook))
        printLine(`Webhook ${options.webhook} is ${done}.`)
      })
  change('enable', 'enabled', enableWebhook)
  change('disable', 'disabled', disableWebhook)
  addSigningCommands(program)
  program
    .command('secrets')
    .description('secrets at rest')
    .command('reseal')
    .description('encrypt with SECRETS_KEY what is still encrypted with a key of SECRETS_KEY_EARLIER')
    .action(async () => printLine(`${await withApp(resealAll)} secrets were encrypted anew.`))
}

function addSigningCommands(program: Command): void {
  const signing = program.command('signing').description("Standard Webhooks signatures of a store's notifications")
  signing
    .command('rotate')
    .description('make a secret; from now on notifications are signed with it. It is shown once')
    .requiredOption(...merchantOption)
    .requiredOption(...storeOption)
    .option('--overlap-hours <hours>', 'how long the earlier secret signs too', readHours, 24)
    .option(...jsonOption)
    .action(async (options: RotateOptions) => {
      const secret = await withStore(options, (app, of) =>
        requireSecrets(app).then(() => rotateSigningSecret(app, of, options.overlapHours * hour)),
      )
      if (options.json) printJson({ secret })
      else printLine(`It is not shown again:\n${secret}`)
    })
  signing
    .command('list')
    .description('the secrets in use, by their times')
    .requiredOption(...merchantOption)
    .requiredOption(...storeOption)
    .option(...jsonOption)
    .action(async (options: StoreOptions) => {
      const secrets = await withStore(options, listSigningSecrets)
      const rows = secrets.map(({ id, createdAt, expiresAt }) => ({
        id,
        since: formatMoment(createdAt),
        until: formatMoment(expiresAt),
      }))
      printRows(rows, options)
    })
  signing
    .command('stop')
    .description('sign no longer')
    .requiredOption(...merchantOption)
    .requiredOption(...storeOption)
    .action(async (options: StoreOptions) => {
      await withStore(options, stopSigning)
      printLine('Notifications are not signed any more.')
    })
}

// With a wrong key the service could not read the secrets that are sealed now.
async function resealAll(app: App): Promise<number> {
  await requireSecrets(app)
  await requireSecondFactors(app)
  return (await resealSecrets(app)) + (await resealSecondFactors(app))
}

function withStore<T>(options: StoreOptions, work: (app: App, of: SigningStore) => Promise<T>): Promise<T> {
  return withApp(async (app) => {
    const store = findStoreByCode(await listStores(app, options.merchant), options.store)
    if (store === undefined) throw new Refusal('bad_data', 'the merchant has no such store')
    return work(app, { merchantId: options.merchant, storeId: store.id })
  })
}

async function printWebhooks(options: MerchantOptions): Promise<void> {
  const [webhooks, stores] = await withApp((app) =>
    Promise.all([listMerchantWebhooks(app, options.merchant), listStores(app, options.merchant)]),
  )
  const rows = webhooks.map((webhook) => ({
    id: webhook.id,
    family: webhook.family,
    store: webhook.storeId === null ? 'all' : (stores.find(({ id }) => id === webhook.storeId)?.merchantCode ?? ''),
    mode: webhook.isTest ? 'test' : 'live',
    url: webhook.url,
    header: webhook.headerTitle ?? '',
    'failing since': formatMoment(webhook.failingSince),
    disabled: formatMoment(webhook.disabledAt),
  }))
  printRows(rows, options)
}

function readHours(text: string): number {
  const hours = Number(text)
  if (!(hours >= 0 && hours <= 8_760)) throw new InvalidArgumentError('Not a number of hours.')
  return hours
}
