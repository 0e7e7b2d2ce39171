import { deflateSync, type ZlibOptions } from 'node:zlib'

interface PngImage {
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: 1 | 8
  /** The colours (red, green, blue) that pixels refer to by number; absent: grey pixels. */
  readonly palette?: Buffer
  /** The lines, each after a byte with its filter; 0: none. */
  readonly lines: Buffer
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns the bytes of a PNG file. */
export function encodePng({ width, height, bitsPerPixel, palette, lines }: PngImage, options?: ZlibOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitsPerPixel, palette === undefined ? 0 : 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', deflateSync(lines, options)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

// The table of the PNG specification's appendix.
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
