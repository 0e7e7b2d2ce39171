import { type Asset, bundleAsset, mark, type PageAssets, styles } from '../ui/assets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)

/** Every file that the reference refers to. */
export const assets: readonly Asset[] = [
  bundleAsset('reference.css', [styles.tokens, styles.base, own('reference.css'), own('operation.css')]),
  bundleAsset('reference.js', [own('reference.js')]),
  mark,
]

/** They stand beside the page, which is fetched anew each time, and are fetched with it. */
export const addresses: PageAssets = {
  style: '/docs/reference.css',
  script: '/docs/reference.js',
  icon: '/docs/mark.svg',
}
