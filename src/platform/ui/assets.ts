import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** A file that pages refer to. */
export interface Asset {
  readonly name: string
  /** Contains a hash of the content, so that browsers may cache the file for ever. */
  readonly address: string
  readonly type: string
  readonly body: Buffer
}

/** The addresses of the files that a document refers to. */
export interface PageAssets {
  readonly style: string
  /** Absent for a page that has nothing for a script to do. */
  readonly script?: string
  readonly icon: string
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const own = (path: string): URL => new URL(path, import.meta.url)

/** Shared style sheets. A page bundles them in this order, before its own. */
export const styles = {
  tokens: own('styles/tokens.css'),
  base: own('styles/base.css'),
  column: own('styles/column.css'),
  controls: own('styles/controls.css'),
  panels: own('styles/panels.css'),
  customer: own('customer/customer.css'),
  backOffice: own('back-office/back-office.css'),
} as const

/** The first part of the script of a page with forms. */
export const formScript = own('forms/forms.js')

/** Follows `formScript` on pages that take passkeys. */
export const passkeyScript = own('forms/passkey.js')

/** Follows `formScript` on customers' pages. */
export const customerScript = own('customer/customer.js')

/** Returns an asset that joins files in this order. Reads them once. A style sheet is sent without comments and indents. */
export function bundleAsset(name: string, parts: readonly URL[], folder?: string): Asset {
  const text = parts.map((part) => readFileSync(part, 'utf8')).join('')
  const sent = name.endsWith('.css') ? text.replace(/\/\*.*?\*\//gs, '').replace(/\n\s+/g, '\n') : text
  return assetOf(name, Buffer.from(sent), folder)
}

/** Returns an asset with this content. Throws if the name's extension is unknown. */
export function assetOf(name: string, body: Buffer, folder = '/assets'): Asset {
  const extension = extname(name)
  const type = types[extension]
  if (type === undefined) throw new Error(`no content type is known for ${name}`)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { name, address: `${folder}/${name.slice(0, -extension.length)}.${hash}${extension}`, type, body }
}

/** Qist's mark: the icon of every page. */
export const mark = bundleAsset('mark.svg', [own('mark.svg')])

/** A client that takes gzip, and does not give it the weight 0. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/** Returns the asset as it is sent to a client that takes gzip. A font is compressed already. */
export function compressed({ type, body }: Asset): Buffer {
  return type === types['.woff2'] ? body : gzipSync(body, { level: 9 })
}

/** Serves assets at their addresses, to be cached for ever. Two rooms may register the same asset. */
export function addAssets(server: FastifyInstance, assets: readonly Asset[]): void {
  for (const asset of assets) {
    const { address, type, body } = asset
    if (server.hasRoute({ method: 'GET', url: address })) continue
    let small: Buffer | undefined
    server.get(address, { schema: { hide: true } }, async (request, reply) => {
      reply.type(type).headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      if (!takesGzip.test(request.headers['accept-encoding'] ?? '')) return reply.send(body)
      small ??= compressed(asset)
      return small === body ? reply.send(body) : reply.header('content-encoding', 'gzip').send(small)
    })
  }
}
