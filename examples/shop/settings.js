import { createHmac } from 'node:crypto'
import { Qist } from '@qist/sdk'

/** @param {string} name */
function required(name) {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run the shop beside a sandbox, as README.md says`)
}

const secretKey = required('QIST_SECRET_KEY')
const port = Number(process.env.PORT || 3000)
const ownUrl = process.env.SHOP_URL?.replace(/\/+$/, '')

export const settings = {
  url: required('QIST_URL'),
  secretKey,
  /** Only live keys have disputes. */
  isLive: !secretKey.startsWith('sk_test_'),
  /** The store at Qist, and its currency. */
  merchantCode: process.env.QIST_MERCHANT_CODE || 'AE',
  currency: /** @type {const} */ ('AED'),
  port,
  host: process.env.HOST || '127.0.0.1',
  /** The address to which customers return. */
  ownUrl: ownUrl ?? `http://127.0.0.1:${port}`,
  /** The address of notifications. WEBHOOK_HOSTS names a shop on the sandbox's machine `shop.test`. */
  webhookUrl: `${ownUrl ?? 'http://shop.test'}/qist/notifications`,
  /** A header of every notification. Only a holder of the key can compute it. */
  webhookHeader: { title: 'X-Shop-Webhook', value: createHmac('sha256', secretKey).update('webhook').digest('hex') },
  /** Whether the shop polls instead of receiving notifications. */
  isPolling: process.env.POLLING === '1',
  dataFolder: process.env.SHOP_DATA || 'shop-data',
  /** The password of the back office; the user is `staff`. */
  officePassword: process.env.OFFICE_PASSWORD,
}

/** The client of the whole shop. It waits for 30 s, and retries calls that may be retried. */
export const qist = new Qist({ url: settings.url, secretKey })
