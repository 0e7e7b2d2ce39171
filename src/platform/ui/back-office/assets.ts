import { bundleAsset, formScript, mark, type PageAssets, passkeyScript, styles } from '../assets.ts'

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
  own('statement.css'),
])
const script = bundleAsset('back-office.js', [formScript, passkeyScript, own('back-office.js')])

/** The files of both back offices: one style sheet and one script for all pages. */
export const backOfficeAssets = [style, script, mark]

export const backOfficePageAssets: PageAssets = { style: style.address, script: script.address, icon: mark.address }
