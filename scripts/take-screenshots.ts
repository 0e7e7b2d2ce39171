import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { sampleAccountViews } from '../test/pages/account-samples.ts'
import { openBrowser } from '../test/pages/browser.ts'
import { serveSamples } from '../test/pages/sample-server.ts'
import { sampleViews } from '../test/pages/samples.ts'
import { localhostRules } from '../test/people/authenticator.ts'
import { takeBackOfficeScenes } from './screenshots/back-office-scenes.ts'
import { takeDocsScenes } from './screenshots/docs-scenes.ts'
import { takeMessagingScenes } from './screenshots/messaging-scenes.ts'
import { shrinkPng } from './small-png.ts'

// `npm run screenshots`: writes docs/screenshots/*.png. It draws the payment page and the account with made-up orders,
// both back offices of a made-up shop, snippets on its pages, and two pages of the docs. A picture that no page shows
// fails test/docs.test.ts.

const folder = join(import.meta.dirname, '../docs/screenshots')
const langs = ['en', 'ar'] as const

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }
const small: BrowserContextOptions = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 1.5 }
/** Longer than a screen, and shown whole. */
const longPhone: BrowserContextOptions = { ...phone, deviceScaleFactor: 1.25 }
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const darkPhone: BrowserContextOptions = { ...phone, colorScheme: 'dark' }

const everyView = [
  ...['order', 'order-plans', 'code', 'code-wrong', 'card', 'card-wrong', 'card-declined', 'confirm'],
  ...['challenge', 'waiting', 'reserved', 'expired-link'],
  ...['confirm-code-wrong', 'approved', 'refused', 'cancelled', 'expired', 'locked', 'notFound'],
]

const everyAccountView = [
  ...['phone', 'code', 'locked', 'list', 'list-empty', 'purchase', 'purchase-paid', 'purchase-overdue'],
  ...['purchase-declined', 'purchase-lost-card', 'purchase-defaulted', 'purchase-waits', 'purchase-under-way'],
  ...[
    'purchase-completed',
    'purchase-cancelled',
    'pay',
    'pay-declined',
    'pay-moved',
    'bank',
    'waiting',
    'card',
    'receipt',
  ],
  'notFound',
]

interface Series {
  readonly page: 'payment' | 'account'
  readonly name: string
  readonly views: readonly string[]
  readonly options: BrowserContextOptions
  /** Both languages by default. */
  readonly langs?: readonly (typeof langs)[number][]
}

const series: readonly Series[] = [
  { page: 'payment', name: 'phone', views: everyView, options: phone },
  { page: 'payment', name: 'small', views: ['order', 'card-wrong'], options: small },
  { page: 'payment', name: 'desktop', views: ['order', 'card', 'confirm', 'approved'], options: desktop },
  { page: 'payment', name: 'dark', views: ['order', 'confirm'], langs: ['en'], options: darkPhone },
  { page: 'payment', name: 'dark', views: ['card-declined', 'approved'], langs: ['ar'], options: darkPhone },
  { page: 'account', name: 'phone', views: everyAccountView, options: longPhone },
  { page: 'account', name: 'small', views: ['list', 'purchase-overdue'], options: small },
  {
    page: 'account',
    name: 'desktop',
    views: ['phone', 'list', 'purchase-overdue', 'pay', 'receipt'],
    options: desktop,
  },
  {
    page: 'account',
    name: 'dark',
    views: ['list', 'purchase-overdue', 'pay-declined'],
    options: { ...longPhone, colorScheme: 'dark' },
  },
]

// Lists and purchases are longer than a screen, so they are shown whole.
const isWhole = ({ page, name }: Series): boolean => name === 'small' || page === 'account'

async function takeSeries(browser: Browser, url: string, one: Series): Promise<void> {
  const { page: of, name, views, options } = one
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  for (const lang of one.langs ?? langs) {
    for (const view of views) {
      // A new page for each picture, so that nothing of the previous one remains.
      const page = await context.newPage()
      await page.goto(`${url}/${of}/${lang}/${view}`)
      const file = `${of}-${view.toLowerCase().replace('notfound', 'not-found')}-${lang}-${name}.png`
      await writeFile(join(folder, file), shrinkPng(await page.screenshot({ caret: 'hide', fullPage: isWhole(one) })))
      await page.close()
    }
  }
  await context.close()
}

await mkdir(folder, { recursive: true })
const documents = new Map<string, string>()
for (const lang of langs) {
  for (const [of, views] of Object.entries({ payment: sampleViews(lang), account: sampleAccountViews(lang) }))
    for (const [view, page] of Object.entries(views)) documents.set(`/${of}/${lang}/${view}`, page)
}
const samples = await serveSamples(documents)
const browser = await openBrowser(localhostRules)
try {
  // `npm run screenshots -- account` takes only the pictures of one page, of one back office, or of the docs.
  const [requested] = process.argv.slice(2)
  for (const backOffice of ['dashboard', 'support'] as const)
    if (requested === undefined || backOffice === requested) await takeBackOfficeScenes(browser, folder, backOffice)
  if (requested === undefined || requested === 'docs') await takeDocsScenes(browser, folder)
  if (requested === undefined || requested === 'messaging') await takeMessagingScenes(folder)
  for (const one of series.filter(({ page }) => requested === undefined || page === requested))
    await takeSeries(browser, samples.url, one)
} finally {
  await browser.close()
  samples.close()
}
// The database of the back offices' story would keep this process running.
process.exit()
