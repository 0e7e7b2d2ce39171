import { Webhook as Signer } from 'standardwebhooks'
import type { OutboundRequest } from '../../adapters/outbound.ts'
import type { App } from '../../app/app.ts'
import { type Instant, second } from '../../base/times.ts'
import type { WebhookHeader } from '../endpoints/header.ts'
import { type CompleteNotification, wholeBody } from '../notifications/notification.ts'
import type { ClaimedRow } from '../store/deliveries.ts'

/** One attempt to tell one webhook of one event. */
export interface Message {
  readonly notificationId: string
  readonly sequence: number
  /** The frozen body. */
  readonly body: string
  readonly url: string
  readonly header: WebhookHeader | null
  /** The store's signing secrets, `whsec_…`; none: not signed. */
  readonly signingSecrets: readonly string[]
}

/** What is sent for a claimed delivery: its body whole, its secrets decrypted. Throws when one does not open. */
export async function readMessage(app: App, complete: CompleteNotification, row: ClaimedRow): Promise<Message> {
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

/**
 * The request of an attempt at this time, as docs/contract/notifications.md#delivery has it; the id and the body are the same on
 * every attempt.
 */
export function messageRequest(message: Message, at: Instant): OutboundRequest {
  const timestamp = Math.floor(at / second)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Webhook-Id': message.notificationId,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Sequence': String(message.sequence),
  }
  if (message.signingSecrets.length > 0) headers['Webhook-Signature'] = signMessage(message, timestamp)
  if (message.header?.title.toLowerCase() !== 'user-agent') headers['User-Agent'] = 'Qist-Webhooks/1'
  if (message.header !== null) headers[message.header.title] = message.header.value
  return { url: message.url, headers, body: message.body }
}

/** One Standard Webhooks signature for each secret, so that receivers may hold the old one or the new one during a rotation. */
function signMessage(message: Message, timestampSeconds: number): string {
  const at = new Date(timestampSeconds * second)
  return message.signingSecrets
    .map((secret) => new Signer(secret).sign(message.notificationId, at, message.body))
    .join(' ')
}
