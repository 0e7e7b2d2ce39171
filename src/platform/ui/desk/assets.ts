import { bundleAsset, formScript, mark, type PageAssets, styles } from '../assets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)

const { tokens, base, controls, panels, desk } = styles
const style = bundleAsset('desk.css', [tokens, base, controls, panels, desk, own('plot/plot.css'), own('home.css')])
const script = bundleAsset('desk.js', [formScript, own('desk.js')])

/** Every file that the pages of the desks refer to: one style and one script for all of them. */
export const deskAssets = [style, script, mark]

export const deskPageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
