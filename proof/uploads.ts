import type { Random } from '../testkit/random.ts'
import { smallPng } from '../testkit/uploads.ts'

const contents: readonly Buffer[] = [
  smallPng,
  smallPng.subarray(0, 20),
  Buffer.from('%PDF-1.7\n%%EOF'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from('<svg/>'),
  Buffer.alloc(0),
]

interface Upload {
  readonly contentType: string
  readonly body: Buffer
}

/** Returns the body of an upload, usually well formed, with its content type. */
export function makeUpload(random: Random): Upload {
  const boundary = random.chance(0.9) ? 'proof' : 'x'.repeat(200)
  const named = random.chance(0.9) ? boundary : random.pick(['', 'another', '"'])
  const parts = Array.from({ length: random.chance(0.85) ? 1 : random.between(0, 3) }, () => makePart(random, boundary))
  const body = Buffer.concat([...parts, Buffer.from(random.chance(0.95) ? `--${boundary}--\r\n` : '')])
  const sent = random.chance(0.95) ? body : body.subarray(0, random.between(0, body.length))
  return { contentType: `multipart/form-data; boundary=${named}`, body: sent }
}

function makePart(random: Random, boundary: string): Buffer {
  const name = random.chance(0.9) ? 'attachment' : random.pick(['', 'files[]', '__proto__', 'x'.repeat(500)])
  const fileName = random.chance(0.8)
    ? 'a.png'
    : random.pick(['', '../../a', 'a\u0000b', 'صورة.png', 'x'.repeat(1_000)])
  const type = random.chance(0.8) ? 'image/png' : random.pick(['application/pdf', 'text/html', 'x'])
  const content = random.chance(0.6) ? smallPng : random.pick(contents)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
