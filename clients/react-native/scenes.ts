import type { Browser } from 'playwright-core'
import { cancelButton, payButton, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import { expect, readMoney, type Scene } from '../judge.ts'
import type { AppStore, Session } from './app.ts'
import { openWebView, type WebView } from './web-view.ts'

/** The readme's payment, with the address that the SDK's types require. */
function payloadOf(phone = '+971500000001'): object {
  const address = { city: 'Dubai', address: 'Street 1', zip: '00000' }
  const buyer = { email: 'id.success@tabby.ai', phone, name: 'Yazan Khalid' }
  const item = { title: 'Jersey', description: 'Jersey', quantity: 1, reference_id: 'uuid', category: 'clothes' }
  const history = {
    purchased_at: '2019-08-24T14:15:22Z',
    amount: '10.00',
    payment_method: 'card',
    status: 'new',
    buyer,
    shipping_address: address,
    items: [{ ...item, unit_price: '10.00' }],
  }
  const payment = {
    amount: '340.00',
    currency: 'AED',
    buyer: { ...buyer, dob: '1990-08-24' },
    buyer_history: {
      registered_since: '2019-08-24T14:15:22Z',
      loyalty_level: 0,
      wishlist_count: 0,
      is_social_networks_connected: true,
      is_phone_number_verified: true,
      is_email_verified: true,
    },
    order: {
      tax_amount: '0.00',
      shipping_amount: '0.00',
      discount_amount: '0.00',
      reference_id: '#x-abc123',
      items: [{ ...item, unit_price: '340.00', product_url: 'http://example.com' }],
    },
    order_history: [history],
    shipping_address: address,
  }
  return { merchant_code: 'AE', lang: 'en', payment }
}

/** Opens a session through the SDK, and its payment page in the SDK's web view. */
async function openPayment(phone: Browser, app: AppStore): Promise<{ session: Session; view: WebView }> {
  const { session, error } = await app.createSession(payloadOf())
  expect(session !== undefined, `The SDK cannot create a session: ${error}`)
  const product = session.availableProducts[0]
  expect(product !== undefined, 'The SDK offers no product to an accepted customer')
  return { session, view: await openWebView(phone, app, await app.openPayment(product.webUrl)) }
}

/** Waits for the app's result, and throws unless it is the only one. */
async function expectResult(view: WebView, result: string): Promise<void> {
  const { results } = await view.waitForState((state) => state.results.length > 0)
  const heard = results.length === 0 ? 'nothing' : results.join()
  expect(heard === result, `The payment ended as ${result}, and the app hears ${heard}`)
}

/** Actions without an end of the payment page. */
const openingScenes = (phone: Browser): readonly Scene<AppStore>[] => [
  {
    action: 'snippet',
    async play(app) {
      const { publicKey } = app.merchant
      const common = { price: '340.00', currency: 'AED', lang: 'en', installmentsCount: 4 }
      const url = await app.openWidget({ ...common, merchantCode: 'AE', publicKey })
      const view = await openWebView(phone, app, url)
      const sized = await view.waitForState(({ height }) => height !== undefined && height !== 90)
      const drawn = Math.round((await view.page.locator('.box').boundingBox())?.height ?? 0)
      expect(sized.height === drawn, `The snippet is ${drawn} high, and the SDK gives it ${sized.height}`)
      await view.page.locator('.more').click()
      const { modalUrl } = await view.waitForState((state) => state.modalUrl !== undefined)
      expect(modalUrl !== undefined, 'The SDK does not open "Learn more"')
      await view.page.goto(modalUrl)
      const text = await view.page.innerText('body')
      expect(/85\.00/.test(text), `"Learn more" does not show the four parts of 85.00: ${text.slice(0, 200)}`)
      await view.close()
    },
  },
  {
    action: 'offer',
    async play(app) {
      const { session, error } = await app.createSession(payloadOf())
      expect(session?.availableProducts.length === 1, `The SDK offers no product to an accepted customer: ${error}`)
      const { status, amount } = await readMoney(app.merchant, session.paymentId)
      expect(status === 'CREATED' && amount === '340.00', `The payment is ${status} with ${amount}`)
    },
  },
]

/** Actions that end on the payment page. */
const endingScenes = (phone: Browser): readonly Scene<AppStore>[] => [
  {
    action: 'pay',
    async play(app) {
      const { session, view } = await openPayment(phone, app)
      await walkToConfirm(view.page)
      await payButton(view.page).click()
      await waitForOutcome(view.page, 'approved')
      const { status } = await readMoney(app.merchant, session.paymentId)
      expect(status === 'AUTHORIZED', `The customer has paid, and the payment is ${status}`)
      await expectResult(view, 'authorized')
      await view.close()
    },
  },
  {
    action: 'rejection',
    async play(app) {
      const { session, error } = await app.createSession(payloadOf('+971500000002'))
      expect(session !== undefined, `The SDK cannot read the session of a rejected customer: ${error}`)
      const { availableProducts: offered, rejectionReason: reason } = session
      const loss = `The SDK offers ${offered.length} products to a rejected customer, and the reason is ${reason}`
      expect(offered.length === 0 && reason === 'not_available', loss)
      const { session: accepted, view } = await openPayment(phone, app)
      await app.merchant.shop.call('POST', `/sandbox/payments/${accepted.paymentId}/reject`)
      await view.page.reload()
      await expectResult(view, 'rejected')
      await view.close()
    },
  },
  {
    action: 'giveUp',
    async play(app) {
      const { session, view } = await openPayment(phone, app)
      await cancelButton(view.page).click()
      await waitForOutcome(view.page, 'cancelled')
      await expectResult(view, 'close')
      const { status } = await readMoney(app.merchant, session.paymentId)
      expect(status !== 'AUTHORIZED', 'The customer has cancelled, and the payment is AUTHORIZED')
      await view.close()
    },
  },
  {
    action: 'bridge',
    async play(app) {
      const { view } = await openPayment(phone, app)
      const early = await view.waitForState(() => true)
      expect(early.results.length === 0, `Before the payment ends, the app hears ${early.results.join()}`)
      await app.merchant.shop.call('POST', '/sandbox/clock', { advance: 'PT1H' })
      await view.page.reload()
      await waitForOutcome(view.page, 'expired')
      await expectResult(view, 'expired')
      await view.close()
    },
  },
]

export const reactNativeScenes = (phone: Browser) => [...openingScenes(phone), ...endingScenes(phone)]
