import type { MerchantId } from '../../../platform/base/ids.ts'

/** An attachment may be 1 byte to 5 MiB large (docs/contract/disputes.md#upload). */
export const maxAttachmentBytes = 5 * 1024 * 1024

export type AttachmentType = 'image/png' | 'image/jpeg' | 'application/pdf'

export const fileEndings: Record<AttachmentType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** A file that a merchant uploaded. */
export interface Attachment {
  readonly merchantId: MerchantId
  readonly id: string
  /** Under which random name the file is kept; never told to anybody. */
  readonly fileName: string
  readonly contentType: AttachmentType
  readonly bytes: number
  readonly sha256: Buffer
}

/** A picture of more pixels than this is made to choke whoever opens it: 65,535 × 65,535 fit into a few bytes. */
const maxPixels = 200_000_000

const signatures: readonly [AttachmentType, Buffer][] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['application/pdf', Buffer.from('%PDF')],
]

/**
 * What a file is by its leading bytes, whatever its name and its declared type say; undefined when it is neither PNG, JPEG
 * nor PDF, or a picture of absurd dimensions.
 */
export async function seeType(head: Buffer): Promise<AttachmentType | undefined> {
  // The library unpacks archives to look inside. Only what begins as one of ours is shown to it.
  const signature = signatures.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))
  if (signature === undefined || pixelsOf(head) > maxPixels) return undefined
  const [type] = signature
  // Its judgement of PNG goes beyond the leading bytes: it wants a whole first chunk. Those bytes are enough here.
  if (type === 'image/png') return type
  // Loaded with the first upload: every start would pay for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const seen = await fileTypeFromBuffer(head)
  return seen?.mime === type ? type : undefined
}

/** Width times height as the picture's header declares them; 0 when there is no such header. */
function pixelsOf(head: Buffer): number {
  if (head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR')
    return head.readUInt32BE(16) * head.readUInt32BE(20)
  return head.length > 4 && head.readUInt16BE(0) === 0xffd8 ? jpegPixels(head) : 0
}

// A JPEG is a chain of segments: a marker and a length each. The start of frame holds the dimensions.
function jpegPixels(head: Buffer): number {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head.readUInt8(at + 1)
    const isStartOfFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isStartOfFrame) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7)
  }
  return 0
}
