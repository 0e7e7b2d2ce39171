import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assets as accountAssets } from '../../src/pages/account/assets.ts'
import { assets as paymentAssets } from '../../src/pages/payment-page/assets.ts'

const assets = [...paymentAssets, ...accountAssets]

/** Serves documents by path, with their files, on a free port. */
export async function serveSamples(documents: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const asset = assets.find((candidate) => candidate.address === path)
    const document = documents.get(path)
    if (asset !== undefined) response.setHeader('content-type', asset.type).end(asset.body)
    else if (document !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8').end(document)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
