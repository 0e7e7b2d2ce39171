import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from '../test/pages/browser.ts'
import { serveSamples } from '../test/pages/sample-server.ts'
import { sampleViews } from '../test/pages/samples.ts'
import { shrinkPng } from './small-png.ts'

// `npm run screenshots`: draws every view of the payment page with made-up orders and writes docs/screenshots/*.png.

const folder = join(import.meta.dirname, '../docs/screenshots')
const langs = ['en', 'ar'] as const

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }
const small: BrowserContextOptions = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 1.5 }
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

const everyView = [
  ...['order', 'code', 'code-wrong', 'card', 'card-wrong', 'card-declined', 'confirm', 'challenge', 'waiting'],
  ...['approved', 'refused', 'cancelled', 'expired', 'locked', 'notFound'],
]

interface Series {
  readonly name: string
  readonly views: readonly string[]
  readonly options: BrowserContextOptions
}

const series: readonly Series[] = [
  { name: 'phone', views: everyView, options: phone },
  { name: 'small', views: ['order', 'card-wrong'], options: small },
  { name: 'desktop', views: ['order', 'card', 'confirm', 'approved'], options: desktop },
  {
    name: 'dark',
    views: ['order', 'card-declined', 'confirm', 'approved'],
    options: { ...phone, colorScheme: 'dark' },
  },
]

async function takeSeries(browser: Browser, url: string, { name, views, options }: Series): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  for (const lang of langs) {
    for (const view of views) {
      // A page of its own for each: nothing of the one before is left to be seen.
      const page = await context.newPage()
      await page.goto(`${url}/${lang}/${view}`)
      const file = `payment-${view.toLowerCase().replace('notfound', 'not-found')}-${lang}-${name}.png`
      await writeFile(
        join(folder, file),
        shrinkPng(await page.screenshot({ caret: 'hide', fullPage: name === 'small' })),
      )
      await page.close()
    }
  }
  await context.close()
}

await mkdir(folder, { recursive: true })
const documents = new Map(
  langs.flatMap((lang) => Object.entries(sampleViews(lang)).map(([view, page]) => [`/${lang}/${view}`, page] as const)),
)
const samples = await serveSamples(new Map<string, string>(documents))
const browser = await openBrowser()
try {
  for (const one of series) await takeSeries(browser, samples.url, one)
} finally {
  await browser.close()
  samples.close()
}
