import { bundleAsset, customerScript, formScript, mark, type PageAssets, styles } from '../../platform/ui/assets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)

const { tokens, base, column, controls, panels, customer } = styles
const style = bundleAsset('account.css', [tokens, base, column, controls, panels, customer, own('page.css')])
const script = bundleAsset('account.js', [formScript, customerScript, own('page.js')])

/** The files of the account's pages. */
export const assets = [style, script, mark]

export const pageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
