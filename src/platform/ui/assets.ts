import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** A file that pages refer to. */
export interface Asset {
  readonly name: string
  /** Changes with the content, so that browsers may keep for good what they have. */
  readonly address: string
  readonly type: string
  readonly body: Buffer
}

/** The addresses of what every document refers to. */
export interface PageAssets {
  readonly style: string
  readonly script: string
  readonly icon: string
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const own = (path: string): URL => new URL(path, import.meta.url)

/** What the parts of a page's style begin with, in this order; the page's own follow. */
export const styles = {
  tokens: own('styles/tokens.css'),
  base: own('styles/base.css'),
  column: own('styles/column.css'),
  controls: own('styles/controls.css'),
  panels: own('styles/panels.css'),
  customer: own('customer/customer.css'),
  backOffice: own('back-office/back-office.css'),
} as const

/** What a page's script begins with if the page has forms. */
export const formScript = own('forms/forms.js')

/** What follows it on the pages of customers. */
export const customerScript = own('customer/customer.js')

/** One file made of parts in their order, read once. */
export function bundleAsset(name: string, parts: readonly URL[], folder?: string): Asset {
  return assetOf(name, Buffer.concat(parts.map((part) => readFileSync(part))), folder)
}

/** A file with this content, in a folder of the service. */
export function assetOf(name: string, body: Buffer, folder = '/assets'): Asset {
  const extension = extname(name)
  const type = types[extension]
  if (type === undefined) throw new Error(`no content type is known for ${name}`)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { name, address: `${folder}/${name.slice(0, -extension.length)}.${hash}${extension}`, type, body }
}

/** The mark, which is every page's icon. */
export const mark = bundleAsset('mark.svg', [own('mark.svg')])

/** Serves assets at their addresses, to be kept for good. Pages may share some. */
export function addAssets(server: FastifyInstance, assets: readonly Asset[]): void {
  for (const { address, type, body } of assets) {
    if (server.hasRoute({ method: 'GET', url: address })) continue
    server.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    )
  }
}
