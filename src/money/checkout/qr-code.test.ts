import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, inflateSync } from 'node:zlib'
import QRCode from 'qrcode'
import { cachedPictures, drawPicture } from './qr-code.ts'

const text = 'https://pay.example/hpp/?sessionId=0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22&product=installments&lang=en'

/** The chunks of a PNG by their type, each sum checked. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body))
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4))
    at += 12 + length
  }
  return chunks
}

test('the picture has the squares of the code, eight pixels each, in a light frame of two squares', async () => {
  const chunks = chunksOf(await drawPicture(text))
  const header = chunks.get('IHDR') ?? assert.fail()
  const lines = inflateSync(chunks.get('IDAT') ?? assert.fail())
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 4) * 8
  assert.deepEqual([...header], [0, 0, side >> 8, side & 255, 0, 0, side >> 8, side & 255, 1, 0, 0, 0, 0])
  const lineBytes = 1 + side / 8
  assert.equal(lines.length, side * lineBytes)
  for (let y = 0; y < side; y += 1) {
    assert.equal(lines[y * lineBytes], 0)
    for (let x = 0; x < side; x += 1) {
      const isLight = ((lines[y * lineBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      const [row, column] = [(y >> 3) - 2, (x >> 3) - 2]
      const isInside = row >= 0 && row < modules.size && column >= 0 && column < modules.size
      assert.equal(isLight, isInside && modules.get(row, column) ? 0 : 1, `${x}, ${y}`)
    }
  }
})

test('the same picture is drawn once, and the cache has a maximal size', async () => {
  const first = await drawPicture(text)
  assert.equal(await drawPicture(text), first)
  for (let count = 0; count < 600; count += 1) await drawPicture(`short ${count}`)
  assert.equal(cachedPictures(), 500)
  assert.deepEqual(await drawPicture(text), first)
})
