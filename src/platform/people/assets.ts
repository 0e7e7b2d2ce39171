import { bundleAsset, formScript, mark, type PageAssets, passkeyScript, styles } from '../ui/assets.ts'

const { tokens, base, column, controls, panels } = styles
const style = bundleAsset('people.css', [tokens, base, column, controls, panels, new URL('page.css', import.meta.url)])
const script = bundleAsset('people.js', [formScript, passkeyScript])

/** The files of the pages of this room. */
export const assets = [style, script, mark]

export const pageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
