import { bundleAsset, customerScript, formScript, mark, type PageAssets, styles } from '../../platform/ui/assets.ts'

const { tokens, base, column, controls, panels, customer } = styles
const own = new URL('page.css', import.meta.url)
const style = bundleAsset('page.css', [tokens, base, column, controls, panels, customer, own])
const script = bundleAsset('page.js', [formScript, customerScript])

/** The files of the payment page. */
export const assets = [style, script, mark]

export const pageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
