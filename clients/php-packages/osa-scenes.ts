import { expect, injectFault, payAsCustomer, readMoney, type Scene } from '../judge.ts'
import { sessionOf } from './session.ts'
import type { LaravelShop } from './shop.ts'

const phone = '+971500000001'

async function createSession(shop: LaravelShop, customerPhone = phone) {
  const { answer, error } = await shop.callPackage('createCheckoutSession', sessionOf(customerPhone, shop.url))
  expect(answer !== undefined, `The package cannot create a session: ${error}`)
  return answer
}

async function pay(shop: LaravelShop): Promise<string> {
  const { payment } = await createSession(shop)
  await payAsCustomer(shop.merchant, payment.id)
  return payment.id
}

async function capture(shop: LaravelShop, id: string): Promise<void> {
  const { error } = await shop.callPackage('capturePayment', id, { amount: '340.00' })
  const { captured } = await readMoney(shop.merchant, id)
  expect(error === undefined && captured === '340.00', `The package captures 340.00, the service ${captured}: ${error}`)
}

/** Calls a method again with the same data until it answers, as a queue's job does. */
async function repeat(shop: LaravelShop, method: string, id: string, data: object): Promise<void> {
  let error: string | undefined = 'not called'
  for (let tries = 0; tries < 3 && error !== undefined; tries += 1) {
    error = (await shop.callPackage(method, id, data)).error
  }
  expect(error === undefined, `${method} fails three times: ${error}`)
}

const openingScenes: readonly Scene<LaravelShop>[] = [
  {
    action: 'setUp',
    async play(shop) {
      const url = `${shop.url}/webhook`
      const { error } = await shop.callPackage('registerWebhook', { url })
      const known = await shop.merchant.shop.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'AE' })
      expect(known.text.includes(url), `The webhook is not registered: ${error}`)
      const listed = await shop.callPackage('listWebhooks')
      expect(JSON.stringify(listed.answer)?.includes(known.body[0].id) === true, `It is not listed: ${listed.error}`)
      await shop.callPackage('removeWebhook', known.body[0].id)
      const after = await shop.merchant.shop.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'AE' })
      expect(!after.text.includes(url), 'The package removes its webhook, and it stays')
    },
  },
  {
    action: 'offer',
    async play(shop) {
      const session = await createSession(shop)
      const url = session.configuration?.available_products?.installments?.[0]?.web_url
      expect(typeof url === 'string', 'An accepted customer gets no address of the payment page')
      const { amount } = await readMoney(shop.merchant, session.payment.id)
      expect(amount === '340.00', `The session is for ${amount}`)
    },
  },
  {
    action: 'pay',
    async play(shop) {
      const { answer, error } = await shop.callPackage('getPayment', await pay(shop))
      expect(answer?.status === 'AUTHORIZED', `The customer has paid, the package reads ${answer?.status}: ${error}`)
    },
  },
  {
    action: 'rejection',
    async play(shop) {
      const session = await createSession(shop, '+971500000002')
      const products = session.configuration?.available_products?.installments ?? []
      expect(session.status === 'rejected' && products.length === 0, 'A rejected customer gets an offer')
    },
  },
  {
    action: 'giveUp',
    async play(shop) {
      const { payment } = await createSession(shop)
      await shop.merchant.shop.call('POST', `/sandbox/payments/${payment.id}/cancel`)
      const { answer, error } = await shop.callPackage('getPayment', payment.id)
      const isOpen = ['CREATED', 'AUTHORIZED'].includes(answer?.status)
      expect(answer !== undefined && !isOpen, `The customer cancelled, the package reads ${answer?.status}: ${error}`)
    },
  },
]

const moneyScenes: readonly Scene<LaravelShop>[] = [
  { action: 'capture', play: async (shop) => capture(shop, await pay(shop)) },
  {
    action: 'refund',
    async play(shop) {
      const id = await pay(shop)
      await capture(shop, id)
      await repeat(shop, 'refundPayment', id, { amount: '100.01' })
      await repeat(shop, 'refundPayment', id, { amount: '239.99', reason: 'return' })
      const { refunded } = await readMoney(shop.merchant, id)
      expect(refunded === '340.00', `The package refunds 340.00 in two parts, the service ${refunded}`)
    },
  },
  {
    action: 'cancel',
    async play(shop) {
      const id = await pay(shop)
      const close = await shop.callPackage('closePayment', id)
      await shop.callPackage('refundPayment', id, { amount: '340.00' })
      const { status } = await readMoney(shop.merchant, id)
      const loss = `The package cannot close a payment, so the customer of a cancelled order gets nothing back; the payment stays ${status}.`
      expect(status === 'CLOSED', `${loss} closePayment: ${close.error}. A refund instead is refused.`)
    },
  },
  {
    action: 'lostCapture',
    async play(shop) {
      const id = await pay(shop)
      const on = { operation: 'capturePayment', payment_id: id }
      await injectFault(shop.merchant, on, { kind: 'lost_answer' })
      await repeat(shop, 'capturePayment', id, { amount: '100.00', reference_id: '1001-a' })
      const { captured } = await readMoney(shop.merchant, id)
      expect(
        captured === '100.00',
        `A capture of 100.00 is repeated with its reference_id, the service has ${captured}`,
      )
    },
  },
  {
    action: 'lostRefund',
    async play(shop) {
      const id = await pay(shop)
      await capture(shop, id)
      const on = { operation: 'refundPayment', payment_id: id }
      await injectFault(shop.merchant, on, { kind: 'lost_answer' })
      await repeat(shop, 'refundPayment', id, { amount: '100.00', reference_id: '1001-r' })
      const { refunded } = await readMoney(shop.merchant, id)
      expect(refunded === '100.00', `A refund of 100.00 is repeated with its reference_id, the service has ${refunded}`)
    },
  },
]

export const osaScenes = [...openingScenes, ...moneyScenes]
