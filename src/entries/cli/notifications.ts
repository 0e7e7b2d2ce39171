import { type Command, InvalidArgumentError, Option } from 'commander'
import { completeNotification } from '../../money/payments/notification.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { formatMilliseconds, type Instant, parseInstant } from '../../platform/base/times.ts'
import { messageRequest } from '../../platform/webhooks/delivery/message.ts'
import {
  followNotifications,
  type NotificationEvent,
} from '../../platform/webhooks/notifications/follow-notifications.ts'
import type { Notification } from '../../platform/webhooks/notifications/notification.ts'
import { listNotifications } from '../../platform/webhooks/notifications/notifications.ts'
import { resendNotification, resendNotifications } from '../../platform/webhooks/notifications/resending.ts'
import { readId } from './keys.ts'
import { formatMoment, jsonOption, outputClosed, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface ModeOptions extends PrintOptions {
  readonly merchant: string
  readonly mode: 'test' | 'live'
}

interface ListOptions extends ModeOptions {
  readonly payment?: string
}

interface ResendOptions extends PrintOptions {
  readonly merchant: string
  readonly notification?: string
  readonly from?: Instant
  readonly to?: Instant
}

interface TailOptions extends ModeOptions {
  readonly forward?: string
}

const merchantOption = ['--merchant <id>', "the merchant's id", readId] as const
// The last year that ISO 8601 writes with four digits.
const endOfTime = Date.parse('9999-12-31T23:59:59Z')
const modeOption = (): Option =>
  new Option('--mode <mode>', 'of which payments').choices(['test', 'live']).default('test')

/** `qist notifications list|resend|tail`. */
export function addNotificationCommands(program: Command): void {
  const notifications = program.command('notifications').description('what merchants were told')
  notifications
    .command('list')
    .description("a payment's notifications, or the merchant's newest, with how each delivery stands")
    .requiredOption(...merchantOption)
    .option('--payment <id>', "the payment's id", readId)
    .addOption(modeOption())
    .option(...jsonOption)
    .action(printNotifications)
  notifications
    .command('resend')
    .description('send again, with the same id and body: one, or all of a stretch of time')
    .requiredOption(...merchantOption)
    .option('--notification <id>', "the notification's id", readId)
    .option('--from <time>', 'all since then, ISO 8601', readTime)
    .option('--to <time>', 'all until then; absent: until now', readTime)
    .option(...jsonOption)
    .action(resend)
  notifications
    .command('tail')
    .description('print notifications and attempts as they happen, until it is interrupted or nobody reads them')
    .requiredOption(...merchantOption)
    .addOption(modeOption())
    .option('--forward <address>', 'also post each notification there, on the own machine say', readAddress)
    .option(...jsonOption)
    .action(tail)
}

async function printNotifications(options: ListOptions): Promise<void> {
  const whose = { merchantId: options.merchant, isTest: options.mode === 'test' }
  const notifications = await withApp((app) => listNotifications(app, completeNotification, whose, options.payment))
  if (options.json) return printJson(notifications)
  const rows = notifications.flatMap((notification) => {
    const shown = {
      id: notification.id,
      at: formatMoment(notification.createdAt),
      payment: notification.paymentId,
      sequence: String(notification.sequence),
      status: statusOf(notification),
    }
    if (notification.deliveries.length === 0) return [{ ...shown, delivery: 'no webhook', attempts: '0', url: '' }]
    return notification.deliveries.map(({ state, attempts, url }) => {
      return { ...shown, delivery: state, attempts: String(attempts.length), url }
    })
  })
  printRows(rows, {})
}

async function resend(options: ResendOptions): Promise<void> {
  const { merchant, notification, from, to } = options
  if ((notification === undefined) === (from === undefined))
    throw new Refusal('bad_data', 'name a --notification, or a time --from')
  const sent = await withApp(async (app) =>
    notification === undefined
      ? resendNotifications(app, merchant, from ?? 0, to ?? endOfTime)
      : { notifications: 1, deliveries: await resendNotification(app, merchant, notification) },
  )
  if (options.json) printJson(sent)
  else printLine(`${sent.notifications} notifications are sent again, in ${sent.deliveries} deliveries.`)
}

async function tail(options: TailOptions): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const ended = AbortSignal.any([interrupted.signal, outputClosed])
  const whose = { merchantId: options.merchant, isTest: options.mode === 'test' }
  await withApp((app) => {
    if (!options.json) printLine('Waiting for notifications; interrupt to end.')
    return followNotifications(app, completeNotification, whose, ended, async (happening) => {
      if (options.json) printJson(happening)
      else printLine(lineOf(happening))
      if (happening.kind !== 'announced' || options.forward === undefined) return
      const outcome = await forward(happening.notification, options.forward)
      if (!options.json) printLine(`  forwarded: ${outcome}`)
    })
  })
}

function lineOf(happening: NotificationEvent): string {
  const { notification } = happening
  const what = `${notification.id} #${notification.sequence} ${statusOf(notification)} of ${notification.paymentId}`
  if (happening.kind === 'announced') return `${formatMilliseconds(notification.createdAt)} announced ${what}`
  const { attempt, delivery } = happening
  const outcome = attempt.status === null ? attempt.answer : String(attempt.status)
  return `${formatMilliseconds(attempt.at)} ${outcome} in ${attempt.durationMs} ms from ${delivery.url}: ${what}`
}

// The operator chooses the address, so the rules for merchants' webhook addresses do not apply.
async function forward({ id, sequence, body }: Notification, address: string): Promise<string> {
  const message = {
    notificationId: id,
    sequence,
    body: JSON.stringify(body),
    url: address,
    header: null,
    signingSecrets: [],
  }
  const { headers, body: text } = messageRequest(message, Date.now())
  try {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(address, { method: 'POST', headers, body: text, redirect: 'manual', signal })
    await response.body?.cancel()
    return String(response.status)
  } catch {
    return 'no answer'
  }
}

function statusOf({ body }: Notification): string {
  return typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : ''
}

export function readTime(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new InvalidArgumentError('Not an ISO 8601 date or time.')
  return at
}

function readAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('Not an http address.')
  return text
}
