import { type Asset, assetOf, bundleAsset, mark, styles } from '../../platform/ui/assets.ts'
import type { Site } from './frame.ts'
import type { Entry } from './search/entries.ts'

const own = (path: string): URL => new URL(path, import.meta.url)
const folder = '/docs/assets'

const style = bundleAsset(
  'docs.css',
  [styles.tokens, styles.base, ...['reference.css', 'operation.css', 'guides/guide.css', 'search/search.css'].map(own)],
  folder,
)
const script = bundleAsset('docs.js', [own('docs.js'), own('search/search-box.js')], folder)
const finder = bundleAsset('finder.js', [own('search/finder.js')], folder)
const library = bundleAsset('minisearch.js', [new URL(import.meta.resolve('minisearch'))], folder)

/** Returns the files of the docs. The search index contains the entries. */
export function assetsFor(
  entries: readonly Entry[],
): { readonly files: readonly Asset[] } & Pick<Site, 'assets' | 'search'> {
  const index = assetOf('search.json', Buffer.from(JSON.stringify(entries)), folder)
  return {
    files: [style, script, finder, library, index, mark],
    assets: { style: style.address, script: script.address, icon: mark.address },
    search: { index: index.address, finder: finder.address, library: library.address },
  }
}
