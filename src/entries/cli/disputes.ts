import { type Command, Option } from 'commander'
import {
  actOnDispute,
  type DisputeAction,
  disputeActionNames,
  disputeActions,
} from '../../money/disputes/actions/act-on-dispute.ts'
import { openDisputeOn } from '../../money/disputes/actions/open-dispute.ts'
import { type Dispute, type DisputeReason, daysLeft, disputeReasons } from '../../money/disputes/dispute.ts'
import { listDisputes } from '../../money/disputes/dispute-lists.ts'
import { getDispute } from '../../money/disputes/disputes.ts'
import { type DisputeStatus, disputeStatuses } from '../../money/disputes/states.ts'
import { formatDispute } from '../../money/disputes/wire.ts'
import type { App } from '../../platform/app/app.ts'
import { countryOf, regionOf } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { customer, type Principal, support } from '../../platform/base/principal.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getActor } from '../../platform/merchants/merchants.ts'
import { merchantOption, readId } from './keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface MerchantOptions extends PrintOptions {
  readonly merchant: string
}

interface ListOptions extends MerchantOptions {
  readonly status?: DisputeStatus[]
}

interface OpenOptions extends MerchantOptions {
  readonly payment: string
  readonly reason: DisputeReason
  readonly amount?: string
  readonly comment?: string
}

interface DisputeOptions extends MerchantOptions {
  readonly dispute: string
}

interface ActOptions extends DisputeOptions {
  readonly text?: string
  readonly from?: 'merchant' | 'customer'
}

const disputeOption = ['--dispute <id>', "the dispute's id", readId] as const

/** `qist dispute list|show|open`, and all actions of the customer and of support on a dispute. */
export function addDisputeCommands(program: Command): void {
  const dispute = program.command('dispute').description("disputes, from the customer's and support's side")
  dispute
    .command('list')
    .description("a merchant's most recent disputes")
    .requiredOption(...merchantOption)
    .addOption(new Option('--status <status...>', 'only these').choices(disputeStatuses))
    .option(...jsonOption)
    .action(printDisputes)
  dispute
    .command('show')
    .description('a dispute with its history')
    .requiredOption(...merchantOption)
    .requiredOption(...disputeOption)
    .option(...jsonOption)
    .action((options: DisputeOptions) => withMerchant(options, support, printDispute(options)))
  dispute
    .command('open')
    .description('as the customer: open a dispute about captured money of a live payment')
    .requiredOption(...merchantOption)
    .requiredOption('--payment <id>', "the payment's id", readId)
    .addOption(new Option('--reason <reason>', 'why').choices(disputeReasons).makeOptionMandatory())
    .option('--amount <amount>', 'about how much; absent: all that is captured and not refunded')
    .option('--comment <text>', "the customer's words")
    .option(...jsonOption)
    .action(openOne)
  for (const action of disputeActionNames) addAction(dispute, action)
}

function addAction(dispute: Command, action: DisputeAction): void {
  const who = disputeActions[action].by === 'customer' ? 'the customer' : 'support'
  const command = dispute
    .command(action)
    .description(`as ${who}: ${action.replace('-', ' ')}`)
    .requiredOption(...merchantOption)
    .requiredOption(...disputeOption)
    .option('--text <text>', 'what is said with it')
    .option(...jsonOption)
  if (action === 'request-evidence') {
    command.addOption(new Option('--from <side>', 'whom').choices(['merchant', 'customer']).makeOptionMandatory())
  }
  command.action((options: ActOptions) =>
    withMerchant(options, support, async (app, actor) => {
      const input = { text: options.text ?? '', attachmentIds: [], from: options.from ?? 'merchant' }
      await actOnDispute(app, actor, options.dispute, action, input)
      await printDispute(options)(app, actor)
    }),
  )
}

function withMerchant<T>(
  options: MerchantOptions,
  principal: Principal,
  work: (app: App, actor: Actor) => Promise<T>,
): Promise<T> {
  return withApp(async (app) => work(app, await getActor(app, options.merchant, principal)))
}

async function openOne(options: OpenOptions): Promise<void> {
  await withMerchant(options, customer, async (app, actor) => {
    const { id } = await openDisputeOn(app, actor, options.payment, {
      reason: options.reason,
      amount: options.amount ?? null,
      comment: options.comment ?? '',
      attachmentIds: [],
    })
    await printDispute({ ...options, dispute: id })(app, actor)
  })
}

async function printDisputes(options: ListOptions): Promise<void> {
  await withMerchant(options, support, async (app, actor) => {
    const request = { statuses: options.status ?? [], createdFrom: null, createdTo: null, behind: null }
    const { disputes } = await listDisputes(app, actor, request)
    if (options.json) printJson(disputes.map((dispute) => wire(app, actor, dispute)))
    else
      printRows(
        disputes.map((dispute) => rowOf(dispute, nowFor(app, actor))),
        {},
      )
  })
}

function printDispute(options: DisputeOptions) {
  return async (app: App, actor: Actor): Promise<void> => {
    const { dispute, history } = await getDispute(app, actor, options.dispute)
    if (options.json) {
      printJson({ dispute: formatDispute(dispute, nowFor(app, actor), baseUrlOf(app, dispute), history) })
      return
    }
    printRows([rowOf(dispute, nowFor(app, actor))], {})
    printLine('')
    const lines = history.map((entry) => ({
      at: formatSeconds(entry.createdAt),
      event: entry.eventType,
      by: entry.createdBy === '' ? entry.source : entry.createdBy,
      said: [entry.content, entry.note].filter((text) => text !== '').join(': '),
      files: String(entry.attachmentIds.length),
    }))
    printRows(lines, {})
  }
}

function rowOf(dispute: Dispute, now: number): Record<string, string> {
  return {
    id: dispute.id,
    payment: dispute.paymentId,
    status: dispute.status,
    amount: `${formatAmount(dispute.amountMinor, dispute.currency)} ${dispute.currency}`,
    reason: dispute.reason,
    opened: formatSeconds(dispute.createdAt),
    'days left': String(daysLeft(dispute, now)),
  }
}

function wire(app: App, actor: Actor, dispute: Dispute) {
  return formatDispute(dispute, nowFor(app, actor), baseUrlOf(app, dispute))
}

// Attachments are served where the merchant is; a currency is used in one region only.
function baseUrlOf(app: App, dispute: Dispute): string {
  return app.config.baseUrls[regionOf(countryOf(dispute.currency))]
}
