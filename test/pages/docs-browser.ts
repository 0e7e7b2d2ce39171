import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestService, type TestService } from '../support/service.ts'
import { openBrowser } from './browser.ts'

/** The requests of a docs page, and the errors of its browser. */
interface Noticed {
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

/** The docs of a sandbox, and a browser. */
interface Docs {
  /** In the region UAE. */
  url(): string
  urls(): TestService['urls']
  browser(): Browser
  /** Opens a page of the docs. */
  on(
    path: string,
    options: Parameters<Browser['newPage']>[0],
    visit: (page: Page, noticed: Noticed) => Promise<void>,
  ): Promise<void>
}

/** Starts both for the tests of a file, then runs `prepare`. */
export function openDocs(prepare = async (): Promise<void> => undefined): Docs {
  let service: TestService
  let browser: Browser
  before(async () => {
    service = await startTestService()
    browser = await openBrowser()
    await prepare()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })
  return {
    url: () => service.urls.uae,
    urls: () => service.urls,
    browser: () => browser,
    async on(path, options, visit) {
      const page = await browser.newPage(options)
      const [requests, complaints]: [string[], string[]] = [[], []]
      page.on('request', (request) => requests.push(request.url()))
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      try {
        await page.goto(service.urls.uae + path)
        await visit(page, { requests, complaints })
      } finally {
        await page.close()
      }
    },
  }
}
