import { deliverNotifications, expect, readMoney, type Scene } from '../judge.ts'
import type { LaravelShop } from './shop.ts'

const hosts = (shop: LaravelShop) => [...shop.unknownHosts].join(' and ') || 'the right host'

/** Sends a form of the shop's own page, with the token that Laravel asks for. */
async function sendForm(shop: LaravelShop, path: string, fields: Readonly<Record<string, string>>) {
  const { token } = JSON.parse((await shop.visit('GET', '/')).text)
  return shop.visit('POST', path, { _token: token, ...fields })
}

export const aghfatehiScenes: readonly Scene<LaravelShop>[] = [
  {
    action: 'setUp',
    async play(shop) {
      const url = `${shop.url}/tabby/webhook`
      const { error } = await shop.callPackage('webhookRegister', url)
      const { text } = await shop.merchant.shop.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'AE' })
      const loss = `The package registers no webhook: ${error}. It asks for the host ${hosts(shop)}: makeApiRequest puts the base address before an address that has it already.`
      expect(text.includes(url), loss)
    },
  },
  {
    action: 'pay',
    async play(shop) {
      const answer = await sendForm(shop, '/tabby/pay', { amount: '340.00', phone: '+971500000001' })
      const { errors } = JSON.parse((await shop.visit('GET', '/')).text)
      const isOffered = answer.location?.includes('checkout.tabby.ai') === true
      const loss = `No customer can pay: POST /tabby/pay answers ${answer.status} back to the shop with "${errors}". The package asks for the host ${hosts(shop)}.`
      expect(isOffered, loss)
    },
  },
  {
    action: 'capture',
    async play(shop) {
      const id = await shop.merchant.shop.authorizedPayment()
      const answer = await sendForm(shop, '/tabby/capture', { payment_id: id, amount: '340.00' })
      const { captured } = await readMoney(shop.merchant, id)
      const loss = `The merchant is never paid: POST /tabby/capture answers ${answer.status} ${answer.text.slice(0, 200)}; the service has captured ${captured}.`
      expect(captured === '340.00', loss)
    },
  },
  {
    action: 'refund',
    async play(shop) {
      const id = await shop.merchant.shop.capturedPayment()
      for (const amount of ['100.01', '239.99']) await sendForm(shop, '/tabby/refund', { payment_id: id, amount })
      const { refunded } = await readMoney(shop.merchant, id)
      expect(refunded === '340.00', `The customer gets no refund: the service has refunded ${refunded} of 340.00.`)
    },
  },
  {
    action: 'notification',
    async play(shop) {
      const body = { url: `${shop.url}/tabby/webhook` }
      await shop.merchant.shop.call('POST', '/api/v1/webhooks', body, { 'x-merchant-code': 'AE' })
      const losses = [await notify(shop), await notify(shop, 'tabby/webhook')].filter((loss) => loss !== undefined)
      expect(losses.length === 0, losses.join(' '))
    },
  },
]

/** Pays, and delivers the notification. `exempt`: the path that the shop takes out of Laravel's form protection. */
async function notify(shop: LaravelShop, exempt = ''): Promise<string | undefined> {
  shop.exemptFromCsrf(exempt)
  const id = await shop.merchant.shop.authorizedPayment()
  await deliverNotifications(shop.merchant)
  const { body } = await shop.merchant.shop.call('GET', `/sandbox/notifications?payment_id=${id}`)
  const { state, attempts } = body.notifications[0].deliveries[0]
  const status = attempts.at(-1)?.status
  if (state !== 'delivered')
    return `The shop never learns of a payment: its webhook answers ${status} to every notification, because its route is in the group "web", which asks for the token of a form.`
  const lines = shop.readLog().split('\n')
  const unknown = lines.findLast((line) => line.includes('Unknown Tabby webhook event'))
  if (unknown === undefined) return undefined
  return `With the route exempt from the token, the webhook answers ${status} and only logs "${unknown.slice(unknown.indexOf('Unknown')).trim()}": the shop does not learn of the payment, and no notification comes again.`
}
