import { type Asset, assetOf, bundleAsset, mark, type PageAssets, styles } from '../../platform/ui/assets.ts'
import { snippetStyle, writeLearnMore, writeWebView } from './scripts.ts'

const own = (path: string): URL => new URL(path, import.meta.url)
const folder = '/promos/assets'
const { tokens, base, column, controls } = styles

const learnMoreStyle = bundleAsset(
  'learn-more.css',
  [tokens, base, column, controls, own('how.css'), own('learn-more.css')],
  folder,
)
const learnMoreScript = assetOf('learn-more.js', Buffer.from(writeLearnMore()), folder)
const webViewStyle = bundleAsset('web-view.css', [own('web-view.css')], folder)
const webViewScript = assetOf('web-view.js', Buffer.from(writeWebView()), folder)

/** The files of the pages, and the style of snippets for old browsers. */
export const assets: readonly Asset[] = [
  ...[learnMoreStyle, learnMoreScript, webViewStyle, webViewScript],
  ...[snippetStyle, mark],
]

export const learnMoreAssets: PageAssets = {
  style: learnMoreStyle.address,
  script: learnMoreScript.address,
  icon: mark.address,
}

export const webViewAssets: PageAssets = {
  style: webViewStyle.address,
  script: webViewScript.address,
  icon: mark.address,
}
