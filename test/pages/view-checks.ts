import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Cookie } from 'playwright-core'
import type { Asset } from '../../src/platform/ui/assets.ts'
import { type Lang, otherLang } from '../../src/platform/ui/words/lang.ts'

/** Documents that a sample server serves, in a browser. */
interface Views {
  readonly browser: Browser
  readonly url: string
  /** Of who is signed in. */
  readonly cookies?: readonly Pick<Cookie, 'name' | 'value'>[]
}

async function onEachView(
  { browser, url, cookies = [] }: Views,
  options: Parameters<Browser['newContext']>[0],
  paths: Iterable<string>,
  look: (page: Awaited<ReturnType<BrowserContext['newPage']>>, path: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })))
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
  viewport = { width: 390, height: 844 },
): Promise<string[]> {
  const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  const rules =
    colorScheme === 'dark'
      ? "['color-contrast']"
      : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
  const found: string[] = []
  const options = { viewport, colorScheme, reducedMotion: 'reduce' } as const
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
      `[...document.querySelectorAll('button, input:not([type=hidden], [type=checkbox], .unseen), label:has([type=checkbox]), summary, a:not(.skip):not(p a)')].map((e) => e.matches('.row-link') ? e.closest('tr') : e).filter((e) => e.getClientRects().length > 0 && e.getBoundingClientRect().height < 44).map((e) => e.textContent || e.outerHTML)`,
    )
    if ((small as string[]).length > 0) wrong.push(`${path} has small targets ${small}`)
  })
  return wrong
}

/** What is too large, names another host or runs by itself. */
export function findTooMuch(
  documents: ReadonlyMap<string, string>,
  assets: readonly Asset[],
  hosts: RegExp,
  most = 60_000,
): string[] {
  const wrong: string[] = []
  const files = assets.reduce((sum, asset) => sum + asset.body.length, 0)
  for (const [path, document] of documents) {
    const bytes = Buffer.byteLength(document) + files
    if (bytes > most) wrong.push(`${path}: ${bytes} bytes`)
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

const letters: Readonly<Record<Lang, RegExp>> = { en: /[A-Za-z]+/g, ar: /[\u0621-\u064a]+/g }

/**
 * What documents in a language say in the letters of the other one, by their addresses. Left out is what people or shops have typed, which is
 * isolated, or code; `allowed`: names that are the same in both.
 */
export function findForeignWords(
  documents: Iterable<readonly [path: string, document: string]>,
  lang: Lang,
  allowed: readonly string[],
): string[] {
  const other = otherLang(lang)
  const found: string[] = []
  for (const [path, document] of documents) {
    const shown = document
      .replaceAll(/<(style|script|title|bdi|pre|code|textarea)\b[^>]*>[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<(\w+)\b[^>]* dir="auto"[^>]*>[^<]*<\/\1>/g, '')
      .replaceAll(new RegExp(`<(\\w+)[^>]* lang="${other}"[^>]*>[^<]*</\\1>`, 'g'), '')
    const spoken = [...shown.matchAll(/ (?:aria-label|alt|placeholder)="([^"]*)"/g)].map(([, text = '']) => text)
    const texts = [shown.replaceAll(/<[^>]*>/g, ' '), ...spoken]
      .join(' ')
      .replaceAll(/[\u2066-\u2068][^\u2069]*\u2069/g, '')
      .replaceAll(/&[a-z]+;/g, ' ')
    const said = allowed.reduce((text, name) => text.replaceAll(name, ''), texts)
    const foreign = new Set(said.match(letters[other]))
    if (foreign.size > 0) found.push(`${path}: ${[...foreign].join(' ')}`)
  }
  return found
}
