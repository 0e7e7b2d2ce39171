import { fileURLToPath } from 'node:url'
import type { Result } from 'axe-core'
import type { Browser, BrowserContext, Cookie } from 'playwright-core'
import { type Asset, compressed } from '../../src/platform/ui/assets.ts'
import { type Lang, otherLang } from '../../src/platform/ui/words/lang.ts'

/** Documents on a sample server, in a browser. */
interface Views {
  readonly browser: Browser
  readonly url: string
  /** The cookies of the signed-in person. */
  readonly cookies?: readonly Pick<Cookie, 'name' | 'value'>[]
}

type Page = Awaited<ReturnType<BrowserContext['newPage']>>
type ColorScheme = 'light' | 'dark'
type Viewport = { readonly width: number; readonly height: number }

const phone: Viewport = { width: 390, height: 844 }
const narrow: Viewport = { width: 320, height: 640 }

/** The settings with which a document is opened. */
interface Showing {
  readonly viewport: Viewport
  readonly colorScheme: ColorScheme
}

async function onEachView(
  { browser, url, cookies = [] }: Views,
  { viewport, colorScheme }: Showing,
  paths: Iterable<string>,
  check: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  try {
    await addAxe(context)
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })))
    const page = await context.newPage()
    for (const path of paths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await page.goto(url + path)
      await check(page, path)
    }
  } finally {
    await context.close()
  }
}

/** Adds axe to each document of a context. Evaluating its 560 KB in each document instead takes five times as long. */
export async function addAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: fileURLToPath(import.meta.resolve('axe-core/axe.min.js')) })
}

/** Returns the findings of axe in documents. */
export async function findWithAxe(
  views: Views,
  paths: Iterable<string>,
  colorScheme: ColorScheme,
  viewport = phone,
): Promise<string[]> {
  const found: string[] = []
  await onEachView(views, { viewport, colorScheme }, paths, async (page, path) => {
    found.push(...(await axeFindings(page, path, colorScheme)))
  })
  return found
}

/** The findings of documents in every mode. */
export interface ViewFindings {
  readonly axe: Readonly<Record<ColorScheme, readonly string[]>>
  readonly tooNarrow: readonly string[]
}

/**
 * Opens each document once on a phone. Returns the findings of axe, in the light and dark theme, and those on a screen
 * of 320 points.
 * `uncut`: selects the elements that must be visible in full.
 */
export async function findInViews(views: Views, paths: Iterable<string>, uncut: string): Promise<ViewFindings> {
  const found = { axe: { light: [] as string[], dark: [] as string[] }, tooNarrow: [] as string[] }
  await onEachView(views, { viewport: phone, colorScheme: 'light' }, paths, async (page, path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(endTransitions)
      found.axe[colorScheme].push(...(await axeFindings(page, path, colorScheme)))
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(narrow)
    await page.evaluate(endTransitions)
    found.tooNarrow.push(...(await narrowFindings(page, path, uncut)))
  })
  return found
}

/**
 * Lists elements that are too wide, cut off or too small to press on a screen of 320 points. `uncut`: must be visible
 * in full.
 */
export async function findTooNarrow(views: Views, paths: Iterable<string>, uncut: string): Promise<string[]> {
  const wrong: string[] = []
  await onEachView(views, { viewport: narrow, colorScheme: 'light' }, paths, async (page, path) => {
    wrong.push(...(await narrowFindings(page, path, uncut)))
  })
  return wrong
}

/** Waits until colours and sizes are final: buttons change by a transition. */
const endTransitions = `document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity).forEach((each) => each.finish())`

/** Returns what axe finds in the open document. The dark theme differs in colours only. */
export async function axeFindings(page: Page, path: string, colorScheme: ColorScheme): Promise<string[]> {
  const rules =
    colorScheme === 'dark'
      ? "['color-contrast']"
      : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
  // Only violations leave the browser: the whole result of a page is large.
  const run = `axe.run(document, { runOnly: ${rules}, resultTypes: ['violations'] })`
  const violations = (await page.evaluate(`${run}.then((result) => result.violations)`)) as Result[]
  return violations.map(
    (violation) => `${path}: ${violation.id} at ${violation.nodes.map((node) => node.html).join(' ')}`,
  )
}

async function narrowFindings(page: Page, path: string, uncut: string): Promise<string[]> {
  const wrong: string[] = []
  const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  if (tooWide !== 0) wrong.push(`${path} is ${tooWide} too wide`)
  const cut = await page.evaluate(
    `[...document.querySelectorAll('${uncut}, button, a.primary')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map((e) => e.textContent)`,
  )
  if ((cut as string[]).length > 0) wrong.push(`${path} cuts ${cut}`)
  const small = await page.evaluate(
    `[...document.querySelectorAll('button, input:not([type=hidden], [type=checkbox], [type=radio], .unseen), label:has([type=checkbox], [type=radio]), summary, a:not(.skip):not(p a)')].map((e) => e.matches('.row-link') ? e.closest('tr') : e).filter((e) => e.getClientRects().length > 0 && e.getBoundingClientRect().height < 44).map((e) => e.textContent || e.outerHTML)`,
  )
  if ((small as string[]).length > 0) wrong.push(`${path} has small targets ${small}`)
  return wrong
}

/** Lists pages that are too large with their files as they are sent, name another host or run inline. */
export function findTooMuch(
  documents: ReadonlyMap<string, string>,
  assets: readonly Asset[],
  hosts: RegExp,
  most = 25_000,
): string[] {
  const wrong: string[] = []
  const files = assets.reduce((sum, asset) => sum + compressed(asset).length, 0)
  for (const [path, document] of documents) {
    const bytes = Buffer.byteLength(document) + files
    if (bytes > most) wrong.push(`${path}: ${bytes} bytes`)
    const addresses = [...document.matchAll(/(?:src|href|action)="([^"]*)"/g)].map((match) => match[1] ?? '')
    const outside = addresses.filter((address) => !/^(\/|#)/.test(address) && !hosts.test(address))
    if (outside.length > 0) wrong.push(`${path} names ${outside}`)
    if (/<script(?![^>]* src=)|\sstyle=|\son[a-z]+=/.test(document)) wrong.push(`${path} has inline script or style`)
  }
  for (const { name, body } of assets) {
    if (/url\((?!"\/)|@import|https?:\/\/(?!www\.w3\.org)/.test(body.toString()))
      wrong.push(`${name} names another host`)
  }
  return wrong
}

const letters: Readonly<Record<Lang, RegExp>> = { en: /[A-Za-z]+/g, ar: /[\u0621-\u064a]+/g }

/**
 * Returns the texts of documents that are in the other language's letters, by address. Texts of people and shops (which
 * are isolated) and code are left out. `allowed`: names that are the same in both languages.
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
    const foreignText = allowed.reduce((text, name) => text.replaceAll(name, ''), texts)
    const foreign = new Set(foreignText.match(letters[other]))
    if (foreign.size > 0) found.push(`${path}: ${[...foreign].join(' ')}`)
  }
  return found
}
