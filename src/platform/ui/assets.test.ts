import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { addAssets, assetOf } from './assets.ts'

const style = assetOf('page.css', Buffer.from('p { margin: 0 }\n'.repeat(100)))
const font = assetOf('mono.woff2', Buffer.from('a'.repeat(1_000)))

const server = fastify()
addAssets(server, [style, font])

const get = (address: string, accepted: string) =>
  server.inject({ url: address, headers: { 'accept-encoding': accepted } })

test('a client that takes gzip gets a compressed file', async () => {
  for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'deflate, gzip;q=1.0, *;q=0', 'gzip;q=0.001']) {
    const { headers, rawPayload } = await get(style.address, accepted)
    assert.deepEqual([headers['content-encoding'], headers.vary], ['gzip', 'accept-encoding'], accepted)
    assert.equal(headers['content-length'], String(rawPayload.length))
    assert.ok(rawPayload.length < style.body.length / 3)
    assert.deepEqual(gunzipSync(rawPayload), style.body)
  }
})

test('any other client gets the file as it is, and a font is never compressed again', async () => {
  for (const accepted of ['', 'br', 'identity', 'gzip;q=0', 'gzip ; q=0.000, br', 'gzipped']) {
    const { headers, rawPayload } = await get(style.address, accepted)
    assert.deepEqual([headers['content-encoding'], headers.vary], [undefined, 'accept-encoding'], accepted)
    assert.deepEqual(rawPayload, style.body)
  }
  const { headers, rawPayload } = await get(font.address, 'gzip')
  assert.equal(headers['content-encoding'], undefined)
  assert.deepEqual(rawPayload, font.body)
})
