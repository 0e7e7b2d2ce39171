import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AssetAddresses } from './frame.ts'

export interface Asset {
  readonly address: string
  readonly type: string
  readonly body: Buffer
}

function readAsset(name: string, type: string, files: readonly string[]): Asset {
  const body = Buffer.concat(files.map((file) => readFileSync(new URL(`assets/${file}`, import.meta.url))))
  const mark = createHash('sha256').update(body).digest('hex').slice(0, 12)
  const [stem, extension] = name.split('.')
  // The address changes with the content, so browsers may keep what they have for good.
  return { address: `/assets/${stem}.${mark}.${extension}`, type, body }
}

const style = readAsset('page.css', 'text/css; charset=utf-8', ['tokens.css', 'page.css'])
const script = readAsset('page.js', 'text/javascript; charset=utf-8', ['page.js'])
const mark = readAsset('mark.svg', 'image/svg+xml', ['mark.svg'])

/** Every file that pages refer to, read once. */
export const assets: readonly Asset[] = [style, script, mark]

export const assetAddresses: AssetAddresses = { style: style.address, script: script.address, mark: mark.address }
