import { bundleAsset, formScript, mark, type PageAssets, styles } from '../assets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)

const { tokens, base, controls, panels, backOffice } = styles
const style = bundleAsset('back-office.css', [
  tokens,
  base,
  controls,
  panels,
  backOffice,
  own('plot/plot.css'),
  own('home.css'),
])
const script = bundleAsset('back-office.js', [formScript, own('back-office.js')])

/** Every file that the pages of the back offices refer to: one style and one script for all of them. */
export const backOfficeAssets = [style, script, mark]

export const backOfficePageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
