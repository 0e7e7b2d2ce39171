import { readFileSync } from 'node:fs'
import { type Asset, assetOf, bundleAsset, mark, styles } from '../../platform/ui/assets.ts'
import type { Site } from './frame.ts'
import type { Entry } from './search/entries.ts'

const own = (path: string): URL => new URL(path, import.meta.url)
const folder = '/docs/assets'

const font = assetOf('plex-mono.woff2', readFileSync(own('fonts/plex-mono.woff2')), folder)
const sheets = ['frame.css', 'reference/operation.css', 'guides/guide.css', 'landing/landing.css', 'search/search.css']
const bundled = bundleAsset('docs.css', [styles.tokens, styles.base, ...sheets.map(own)], folder)
// The address of the font contains a hash of the font.
const style = assetOf('docs.css', Buffer.from(bundled.body.toString().replace(font.name, font.address)), folder)
const scripts = ['forward.js', 'docs.js', 'search/search-box.js']
const script = bundleAsset('docs.js', scripts.map(own), folder)
const referenceScript = bundleAsset('reference.js', [...scripts, 'reference/try-it.js'].map(own), folder)
const finder = bundleAsset('finder.js', [own('search/finder.js')], folder)
const library = bundleAsset('minisearch.js', [new URL(import.meta.resolve('minisearch'))], folder)

/** The style, script and icon of every page here. */
export const pageAssets = { style: style.address, script: script.address, icon: mark.address }

/** The same for pages with forms that send an operation. */
export const referenceAssets = { ...pageAssets, script: referenceScript.address }

/** Returns the files of the docs. The search index contains the entries. */
export function assetsFor(
  entries: readonly Entry[],
): { readonly files: readonly Asset[] } & Pick<Site, 'assets' | 'search'> {
  const index = assetOf('search.json', Buffer.from(JSON.stringify(entries)), folder)
  return {
    files: [style, font, script, referenceScript, finder, library, index, mark],
    assets: pageAssets,
    search: { index: index.address, finder: finder.address, library: library.address },
  }
}
