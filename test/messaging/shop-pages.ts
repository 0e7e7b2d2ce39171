import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { demoKey } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { addAxe } from '../pages/view-checks.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts'

/** The whole service, a browser, and a shop on an origin of its own. */
export interface ShopPages {
  readonly service: TestService
  readonly browser: Browser
  /** The service's address, without a slash at its end. */
  readonly origin: string
  /** Opens a page of the shop with this content. */
  open(body: string, options?: OpenOptions): Promise<OpenPage>
  close(): Promise<void>
}

interface OpenOptions extends BrowserContextOptions {
  /** Elements of the page's head. */
  readonly head?: string
  readonly csp?: string
  readonly lang?: string
}

/** A page of the shop, and what happened on it. */
export interface OpenPage {
  readonly page: Page
  /** Addresses of other origins that the page requested. */
  readonly requests: string[]
  /** Errors and warnings of the page. */
  readonly complaints: string[]
}

export const keys = { publicKey: demoKey(1, 'pk_test_'), merchantCode: 'demo_ae' }

/** Options of a snippet that the demo store can quote. */
export const usual = { selector: '#a', price: '340.00', currency: 'AED', lang: 'en', ...keys }

export async function openShopPages(options: TestServiceOptions = {}): Promise<ShopPages> {
  const [service, browser] = await Promise.all([startTestService(options), openBrowser()])
  const pages = new Map<string, { html: string; csp: string | undefined }>()
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '')
    if (found === undefined) return void response.writeHead(404).end()
    if (found.csp !== undefined) response.setHeader('content-security-policy', found.csp)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(found.html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = service.urls.uae
  return {
    service,
    browser,
    origin,
    async open(body, { head = '', csp, lang = 'en', ...contextOptions } = {}) {
      const path = `/${pages.size}`
      const viewport = '<meta name="viewport" content="width=device-width">'
      const title = `<title>Shop</title>${viewport}${head}`
      pages.set(path, { html: `<!doctype html><html lang="${lang}"><head>${title}</head><body>${body}`, csp })
      const context = await browser.newContext({ reducedMotion: 'reduce', ...contextOptions })
      await addAxe(context)
      const requests: string[] = []
      const complaints: string[] = []
      context.on('request', (request) => {
        if (!request.url().startsWith(`${shop}/`)) requests.push(request.url())
      })
      context.on('weberror', (failure) => complaints.push(String(failure.error())))
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      const page = await context.newPage()
      await page.goto(shop + path)
      return { page, requests, complaints: complaints.filter((text) => !text.includes('favicon')) }
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await service.close()
    },
  }
}

/** Returns a script element that loads a script of the service. */
export const load = (origin: string, name: string): string => `<script src="${origin}/${name}.js"></script>`

/** Returns a script element that calls a constructor with these options. */
export const call = (name: string, options: object): string =>
  `<script>new ${name}(${JSON.stringify(options)})</script>`

/** Waits until a host's snippet is drawn with its figures, or without any. Returns its text. */
export async function drawnText(page: Page, host = '#a'): Promise<string> {
  const box = page.locator(host).locator('.box:not(.pending)')
  await box.waitFor()
  return plainText(await box.innerText())
}

/** Returns a text without marks of direction, with single spaces. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
