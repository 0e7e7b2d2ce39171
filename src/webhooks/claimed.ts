import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import type { Laned } from './lanes.ts'
import type { Message } from './message.ts'
import { type CompleteNotification, wholeBody } from './notification.ts'

/** A delivery under this process's lease. */
export interface Claimed extends Laned {
  readonly row: ClaimedRow
  claim: string
  /** How many attempts have been made since it was last sent. */
  readonly attemptsBefore: number
  readonly failingSince: Instant | null
}

export interface ClaimedRow {
  merchant_id: string
  id: string
  notification_id: string
  webhook_id: string
  attempts: number
  payment_id: string
  payment_version: number | null
  sequence: number
  body: string
  url: string | null
  /** Which revision of the webhook the address is of; null when the webhook is gone or disabled. */
  revision: number | null
  header_title: string | null
  header_value: Buffer | null
  signing_secrets: readonly Buffer[]
}

/** What is sent: its body whole, its secrets decrypted. */
export async function messageOf(app: App, complete: CompleteNotification, { row }: Claimed): Promise<Message> {
  const open = (sealed: Buffer): string => app.secrets.decrypt(sealed, row.merchant_id)
  const { header_title: title, header_value: value } = row
  return {
    notificationId: row.notification_id,
    sequence: row.sequence,
    body: await wholeBody(app, complete, row),
    url: row.url ?? '',
    header: title === null || value === null ? null : { title, value: open(value) },
    signingSecrets: row.signing_secrets.map(open),
  }
}
