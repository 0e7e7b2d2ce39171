import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openBrowser } from './browser.ts'

export const phoneSize: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
export const desktopSize: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** The calls that the processor received, in order. */
export interface CardJournal {
  readonly charged: string[]
  readonly refunded: string[]
}

export interface Street {
  readonly service: TestService
  readonly browser: Browser
  readonly shop: Shop
  /** The shop's own pages; they exist. */
  readonly shopUrl: string
  readonly journal: CardJournal
  close(): Promise<void>
}

/** The whole service, a shop with its own pages, and a browser. */
export async function openStreet(): Promise<Street> {
  const [service, browser] = await Promise.all([startTestService(), openBrowser()])
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title><p>${request.url}</p>`)
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const shopUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  return {
    service,
    browser,
    shop: openShop(service.urls.uae, demoKey(1)),
    shopUrl,
    journal: keepJournal(service),
    async close() {
      await browser.close()
      pages.closeAllConnections()
      pages.close()
      await service.close()
    },
  }
}

function keepJournal({ app }: TestService): CardJournal {
  const journal: CardJournal = { charged: [], refunded: [] }
  for (const cards of new Set([app.cards.test, app.cards.live])) {
    const { charge, refund } = cards
    Object.assign(cards, {
      charge: (request: Parameters<typeof charge>[0]) => {
        journal.charged.push(request.id)
        return charge(request)
      },
      refund: (request: Parameters<typeof refund>[0]) => {
        journal.refunded.push(request.id)
        return refund(request)
      },
    })
  }
  return journal
}

export interface Checkout {
  readonly sessionId: string
  readonly paymentId: string
  readonly webUrl: string
}

let lastPhone = 500_100_010

/** A phone that no other test uses; it has no saved card. */
export function newPhone(): string {
  lastPhone += 1
  return `+971${lastPhone}`
}

/** A new session at the demo store; its customer returns to the shop's own pages. */
export async function openCheckout(
  street: Street,
  {
    buyer = {},
    payment = {},
    members = {},
    amount = '340.00',
    shop = street.shop,
  }: { buyer?: object; payment?: object; members?: object; amount?: string; shop?: Shop } = {},
): Promise<Checkout> {
  const urls = {
    success: `${street.shopUrl}/ok?order=1`,
    cancel: `${street.shopUrl}/cancel`,
    failure: `${street.shopUrl}/failure`,
  }
  const answer = await shop.checkout(
    amount,
    { buyer: { name: 'Sara Ali', email: 'sara@example.com', phone: newPhone(), ...buyer }, ...payment },
    { merchant_urls: urls, ...members },
  )
  assert.equal(answer.status, 200, answer.text)
  const { body } = answer
  const webUrl = body.configuration.available_products.installments[0].web_url
  return { sessionId: body.id, paymentId: body.payment.id, webUrl }
}

export async function statusOf(street: Street, { paymentId }: Checkout, shop = street.shop): Promise<string> {
  return (await shop.call('GET', `/api/v2/payments/${paymentId}`)).body.status
}

/** A customer's browser with one tab at the payment page. */
export async function arrive(
  street: Street,
  checkout: Checkout,
  options: BrowserContextOptions = phoneSize,
): Promise<{ page: Page; context: BrowserContext; strangers: string[]; complaints: string[] }> {
  const context = await street.browser.newContext({ reducedMotion: 'reduce', ...options })
  const strangers: string[] = []
  context.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== street.service.urls.uae && origin !== street.shopUrl) strangers.push(request.url())
  })
  const complaints: string[] = []
  context.on('weberror', (failure) => complaints.push(String(failure.error())))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(checkout.webUrl)
  return { page, context, strangers, complaints }
}

export async function titleOf(page: Page): Promise<string> {
  return (await page.locator('h1').first().textContent()) ?? ''
}
