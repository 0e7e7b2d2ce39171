import { inflateSync } from 'node:zlib'
import { encodePng } from '../src/platform/base/png.ts'

/**
 * Returns the picture with at most 256 colours, the most frequent ones. Drawn pages look the same at a third of the
 * size.
 */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const { palette, indexes } = quantise(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return encodePng({ width, height, bitsPerPixel: 8, palette, lines: rows }, { level: 9, memLevel: 9 })
}

interface Picture {
  readonly width: number
  readonly height: number
  /** One 0xRRGGBB per pixel. */
  readonly pixels: Uint32Array
}

// Reads browsers' format: eight bits per channel, with or without transparency, not interlaced.
function decode(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const pixels = new Uint32Array(width * height)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    const row = unfilter(raw.subarray(start + 1, start + 1 + stride), above, raw[start] ?? 0, channels)
    for (let x = 0; x < width; x += 1) {
      const at = x * channels
      pixels[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0)
    }
    above = row
  }
  return { width, height, pixels }
}

function unfilter(filtered: Uint8Array, above: Uint8Array, filter: number, channels: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(filtered.length)
  for (let at = 0; at < filtered.length; at += 1) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0)
    const up = above[at] ?? 0
    const corner = at < channels ? 0 : (above[at - channels] ?? 0)
    row[at] = (filtered[at] ?? 0) + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0)
  }
  return row
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function quantise(pixels: Uint32Array): { palette: Buffer; indexes: Uint8Array } {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const chosen = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => colour)
  const nearest = new Map(chosen.map((colour, index) => [colour, index]))
  for (const colour of counts.keys()) {
    if (!nearest.has(colour)) nearest.set(colour, nearestOf(colour, chosen))
  }
  const palette = Buffer.from(chosen.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return { palette, indexes: Uint8Array.from(pixels, (colour) => nearest.get(colour) ?? 0) }
}

function nearestOf(colour: number, chosen: readonly number[]): number {
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, candidate] of chosen.entries()) {
    const red = (colour >> 16) - (candidate >> 16)
    const green = ((colour >> 8) & 255) - ((candidate >> 8) & 255)
    const blue = (colour & 255) - (candidate & 255)
    const distance = red * red + green * green + blue * blue
    if (distance < bestDistance) {
      bestDistance = distance
      best = index
    }
  }
  return best
}
