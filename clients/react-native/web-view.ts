import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../test/pages/browser.ts'
import { clientDomains, type World } from '../world.ts'
import type { AppState, AppStore } from './app.ts'

const phoneSize = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const messageLimitMs = 15_000
const pollMs = 50

/** A page of Chromium in the place of the app's web view. */
export interface WebView {
  readonly page: Page
  /** Waits until the app's state is this, or for its limit. Returns the last state. */
  waitForState(isReached: (state: AppState) => boolean): Promise<AppState>
  close(): Promise<void>
}

/** Opens Chromium. The names that the SDK has built in lead to the plug-in host. */
export function openPhone(world: World): Promise<Browser> {
  return openBrowser(clientDomains.map((domain) => `MAP *.${domain} 127.0.0.1:${world.port}`))
}

/** Opens an address as `react-native-webview` does: with its bridge, whose messages the app's SDK receives. */
export async function openWebView(phone: Browser, app: AppStore, url: string): Promise<WebView> {
  // Chromium does not know the certificate of the plug-in host.
  const context = await phone.newContext({ ...phoneSize, reducedMotion: 'reduce', ignoreHTTPSErrors: true })
  let state: AppState = { results: [] }
  let last: Promise<void> = Promise.resolve()
  const receive = (data: string): void => {
    last = last.then(async () => {
      state = await app.post(data)
    })
  }
  await context.exposeFunction('postToApp', receive)
  await context.addInitScript({ content: 'window.ReactNativeWebView = { postMessage: (data) => postToApp(data) }' })
  const page = await context.newPage()
  await page.goto(url)
  return {
    page,
    async waitForState(isReached) {
      const end = performance.now() + messageLimitMs
      await last
      while (!isReached(state) && performance.now() < end) {
        await page.waitForTimeout(pollMs)
        await last
      }
      return state
    },
    close: () => context.close(),
  }
}
