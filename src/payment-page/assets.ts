import { bundleAsset, formScript, mark, type PageAssets, styles } from '../ui/assets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)

const { tokens, base, column, controls, panels } = styles
const style = bundleAsset('page.css', [tokens, base, column, controls, panels, own('page.css')])
const script = bundleAsset('page.js', [formScript, own('page.js')])

/** Every file that the payment page refers to. */
export const assets = [style, script, mark]

export const pageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
