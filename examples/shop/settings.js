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
  /** Disputes are there with live keys alone. */
  isLive: !secretKey.startsWith('sk_test_'),
  /** The store at Qist, and its currency. */
  merchantCode: process.env.QIST_MERCHANT_CODE || 'AE',
  currency: /** @type {const} */ ('AED'),
  port,
  host: process.env.HOST || '127.0.0.1',
  /** Where customers come back to. */
  ownUrl: ownUrl ?? `http://127.0.0.1:${port}`,
  /** Where Qist sends notifications: `shop.test` is what WEBHOOK_HOSTS names the shop that runs on the sandbox's machine. */
  webhookUrl: `${ownUrl ?? 'http://shop.test'}/qist/notifications`,
  /** Goes with every notification, and is known to nobody who does not know the key. */
  webhookHeader: { title: 'X-Shop-Webhook', value: createHmac('sha256', secretKey).update('webhook').digest('hex') },
  /** Instead of being told, the shop asks. */
  isPolling: process.env.POLLING === '1',
  dataFolder: process.env.SHOP_DATA || 'shop-data',
  /** Of the back office; its user is `staff`. */
  officePassword: process.env.OFFICE_PASSWORD,
}

/** The one client of the whole shop: it waits for 30 s, and tries again what may be tried again. */
export const qist = new Qist({ url: settings.url, secretKey })
