import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext } from 'playwright-core'
import type { Asset } from '../../src/ui/assets.ts'

/** Documents that a sample server serves, in a browser. */
interface Views {
  readonly browser: Browser
  readonly url: string
}

async function onEachView(
  { browser, url }: Views,
  options: Parameters<Browser['newContext']>[0],
  paths: Iterable<string>,
  look: (page: Awaited<ReturnType<BrowserContext['newPage']>>, path: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(url + path)
      await look(page, path)
    }
  } finally {
    await context.close()
  }
}

/** What axe finds wrong with them. Only colours differ in the dark. */
export async function findWithAxe(
  views: Views,
  paths: Iterable<string>,
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  const rules =
    colorScheme === 'dark'
      ? "['color-contrast']"
      : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
  const found: string[] = []
  const options = { viewport: { width: 390, height: 844 }, colorScheme, reducedMotion: 'reduce' } as const
  await onEachView(views, options, paths, async (page, path) => {
    await page.evaluate(axe)
    const result = (await page.evaluate(`axe.run(document, { runOnly: ${rules} })`)) as AxeResults
    for (const violation of result.violations) {
      found.push(`${path}: ${violation.id} at ${violation.nodes.map((node) => node.html).join(' ')}`)
    }
  })
  return found
}

/** What is too wide, cut off or too small to be hit on a screen of 320 points. `uncut`: selects what must be seen whole. */
export async function findTooNarrow(views: Views, paths: Iterable<string>, uncut: string): Promise<string[]> {
  const wrong: string[] = []
  await onEachView(views, { viewport: { width: 320, height: 640 } }, paths, async (page, path) => {
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (tooWide !== 0) wrong.push(`${path} is ${tooWide} too wide`)
    const cut = await page.evaluate(
      `[...document.querySelectorAll('${uncut}, button, a.primary')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map((e) => e.textContent)`,
    )
    if ((cut as string[]).length > 0) wrong.push(`${path} cuts ${cut}`)
    const small = await page.evaluate(
      `[...document.querySelectorAll('button, input:not([type=hidden], [type=checkbox]), label:has([type=checkbox]), summary, a:not(.skip):not(p a)')].filter((e) => e.getClientRects().length > 0 && e.getBoundingClientRect().height < 44).map((e) => e.textContent)`,
    )
    if ((small as string[]).length > 0) wrong.push(`${path} has small targets ${small}`)
  })
  return wrong
}

/** What is too large, names another host or runs by itself. */
export function findTooMuch(documents: ReadonlyMap<string, string>, assets: readonly Asset[], hosts: RegExp): string[] {
  const wrong: string[] = []
  const files = assets.reduce((sum, asset) => sum + asset.body.length, 0)
  for (const [path, document] of documents) {
    const bytes = Buffer.byteLength(document) + files
    if (bytes > 60_000) wrong.push(`${path}: ${bytes} bytes`)
    const addresses = [...document.matchAll(/(?:src|href|action)="([^"]*)"/g)].map((match) => match[1] ?? '')
    const outside = addresses.filter((address) => !/^(\/|#)/.test(address) && !hosts.test(address))
    if (outside.length > 0) wrong.push(`${path} names ${outside}`)
    if (/<script(?![^>]* src=)|\sstyle=|\son[a-z]+=/.test(document)) wrong.push(`${path} has inline script or style`)
  }
  for (const { name, body } of assets) {
    if (/url\(|@import|https?:\/\/(?!www\.w3\.org)/.test(body.toString())) wrong.push(`${name} names another host`)
  }
  return wrong
}
