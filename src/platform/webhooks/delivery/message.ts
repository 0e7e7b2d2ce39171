import type { OutboundRequest } from '../../adapters/outbound.ts'
import type { SigningKey } from '../../adapters/signing-key.ts'
import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { type Instant, second } from '../../base/times.ts'
import { useSigningKey } from '../../signing/signing-keys.ts'
import type { WebhookHeader } from '../endpoints/header.ts'
import { listWebhooksOfStore } from '../endpoints/webhooks.ts'
import { type CompleteNotification, wholeBody } from '../notifications/notification.ts'
import { signatureOf } from '../signature.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import * as store from '../store/signing-secrets.ts'
import type { StoreWebhooks } from '../webhook.ts'

/** The content of one attempt. */
export interface Message {
  readonly notificationId: string
  readonly sequence: number
  /** JSON, the same on every attempt. */
  readonly body: string
  readonly url: string
  readonly header: WebhookHeader | null
  /** The store's signing secrets, `whsec_…`; none: not signed. */
  readonly signingSecrets: readonly string[]
  /** The service's own key, which signs beside the secrets; undefined: not signed. */
  readonly signingKey?: SigningKey | undefined
}

/**
 * Returns the message of a claimed delivery, with its whole body and decrypted secrets. Throws if a secret cannot be
 * decrypted.
 */
export async function readMessage(app: App, complete: CompleteNotification, row: ClaimedRow): Promise<Message> {
  const open = (sealed: Buffer): string => app.secrets.decrypt(sealed, row.merchant_id)
  const { header_title: title, header_value: value } = row
  return {
    notificationId: row.notification_id,
    sequence: row.sequence,
    body: await wholeBody(app, complete, row),
    url: row.url ?? '',
    header: title === null || value === null ? null : { title, value: open(value) },
    ...(await signersOf(app, row.signing_secrets.map(open))),
  }
}

async function signersOf(
  app: App,
  signingSecrets: readonly string[],
): Promise<Pick<Message, 'signingSecrets' | 'signingKey'>> {
  return { signingSecrets, signingKey: signingSecrets.length > 0 ? await useSigningKey(app) : undefined }
}

/**
 * Returns the request of an attempt at this time (docs/contract/notifications.md#delivery). Id and body are the same
 * on every attempt.
 */
export function messageRequest(message: Message, at: Instant): OutboundRequest {
  const timestamp = Math.floor(at / second)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Webhook-Id': message.notificationId,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Sequence': String(message.sequence),
  }
  if (message.signingSecrets.length > 0) {
    const signed = { id: message.notificationId, timestampSeconds: timestamp, body: message.body }
    headers['Webhook-Signature'] = signatureOf(signed, message)
  }
  if (message.header?.title.toLowerCase() !== 'user-agent') headers['User-Agent'] = 'Qist-Webhooks/1'
  if (message.header !== null) headers[message.header.title] = message.header.value
  return { url: message.url, headers, body: message.body }
}

/** Returns a message with this body for each enabled webhook that is notified of the store. Throws if a secret cannot be decrypted. */
export async function makeMessages(app: App, of: StoreWebhooks, body: string): Promise<Message[]> {
  const { merchantId, storeId } = of
  const webhooks = await listWebhooksOfStore(app, of)
  const secrets = await app.db.run(store.listSealedOfStore, { merchantId, storeId, at: app.clock.now() })
  const signers = await signersOf(
    app,
    secrets.map(({ sealed }) => app.secrets.decrypt(sealed, merchantId)),
  )
  const enabled = webhooks.filter(({ disabledAt }) => disabledAt === null)
  return enabled.map(({ url, header }) => ({
    ...{ notificationId: newOrderedId(), sequence: 1, body, url, header, ...signers },
  }))
}
