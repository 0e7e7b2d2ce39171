import { isPaymentNotification, verifyWebhook, WebhookError } from '@qist/sdk/webhooks'
import { readDispute } from './disputes.js'
import { findByPayment } from './orders.js'
import { settings } from './settings.js'
import { settle } from './settle.js'
import { signingSecret } from './webhook.js'

/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Notification } from '@qist/sdk/webhooks' */

/**
 * Takes a notification, and answers the HTTP status at once: 200 where it is Qist's, and the work is done behind it. It need not be kept: what
 * is not settled is read again, also after a restart.
 * @param {Uint8Array} body The raw bytes, as they came.
 * @param {IncomingHttpHeaders} headers
 */
export async function takeNotification(body, headers) {
  const secret = signingSecret()
  try {
    const { notification } = await verifyWebhook({
      body,
      headers,
      header: settings.webhookHeader,
      ...(secret && { secret }),
    })
    void act(notification).catch((error) => console.error(`notification: ${error.message}`))
    return 200
  } catch (error) {
    if (error instanceof WebhookError) return 401
    throw error
  }
}

/**
 * A notification says that something has changed, and not what to do: the payment is read, and what is read counts. So it does not matter
 * that one comes twice, or behind a later one, or in which case its status is written.
 * @param {Notification} notification
 */
async function act(notification) {
  const order = isPaymentNotification(notification)
    ? findByPayment(notification.id)
    : await readDispute(notification.dispute_id)
  if (order !== undefined) await settle(order)
}
