import { isPaymentNotification, verifyWebhook, WebhookError } from '@qist/sdk/webhooks'
import { readDispute } from './disputes.js'
import { findByPayment } from './orders.js'
import { settings } from './settings.js'
import { settle } from './settle.js'
import { signingSecret } from './webhook.js'

/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Notification } from '@qist/sdk/webhooks' */

/**
 * Handles a notification and returns the HTTP status at once: 200 if it is from Qist. The work follows. The notification
 * need not be saved: open orders are read again, also after a restart.
 * @param {Uint8Array} body The raw bytes.
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
 * Reads the payment or dispute that has changed. Only the object that is read counts, so duplicates, a wrong order and the
 * case of the status do no harm.
 * @param {Notification} notification
 */
async function act(notification) {
  const order = isPaymentNotification(notification)
    ? findByPayment(notification.id)
    : await readDispute(notification.dispute_id)
  if (order !== undefined) await settle(order)
}
