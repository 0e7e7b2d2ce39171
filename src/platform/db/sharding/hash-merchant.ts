const start = 0x9e3779b9
const salt = 3_923_095

/** Returns the hash of a merchant, -2^31 to 2^31 - 1: PostgreSQL's own hash of a uuid. */
export function hashOfMerchant(merchantId: string): number {
  const bytes = Buffer.from(merchantId.replaceAll('-', ''), 'hex')
  const seed = (start + bytes.length + salt) | 0
  const [a, b, c] = mix(seed + bytes.readInt32LE(0), seed + bytes.readInt32LE(4), seed + bytes.readInt32LE(8))
  return finish(a + bytes.readInt32LE(12), b, c)
}

type Three = readonly [number, number, number]

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

// Bob Jenkins' lookup3, in PostgreSQL's variant.
function mix(x: number, y: number, z: number): Three {
  let [a, b, c] = [x | 0, y | 0, z | 0]
  a = ((a - c) ^ rotate(c, 4)) | 0
  c = (c + b) | 0
  b = ((b - a) ^ rotate(a, 6)) | 0
  a = (a + c) | 0
  c = ((c - b) ^ rotate(b, 8)) | 0
  b = (b + a) | 0
  a = ((a - c) ^ rotate(c, 16)) | 0
  c = (c + b) | 0
  b = ((b - a) ^ rotate(a, 19)) | 0
  a = (a + c) | 0
  c = ((c - b) ^ rotate(b, 4)) | 0
  b = (b + a) | 0
  return [a, b, c]
}

function finish(x: number, y: number, z: number): number {
  let [a, b, c] = [x | 0, y | 0, z | 0]
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}
