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
  /** The random name of the stored file; it is never shown. */
  readonly fileName: string
  readonly contentType: AttachmentType
  readonly bytes: number
  readonly sha256: Buffer
}

/** A picture with more pixels is an attack on its viewer: 65,535 × 65,535 pixels fit into a few bytes. */
const maxPixels = 200_000_000

const signatures: readonly [AttachmentType, Buffer][] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['application/pdf', Buffer.from('%PDF')],
]

/**
 * Returns the type of a file by its leading bytes; its name and declared type do not count. Undefined if it is no
 * PNG, JPEG or PDF, or a picture with too many pixels.
 */
export async function detectType(head: Buffer): Promise<AttachmentType | undefined> {
  // The library unpacks archives. It gets only files that begin like one of our types.
  const signature = signatures.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))
  if (signature === undefined || pixelsOf(head) > maxPixels) return undefined
  const [type] = signature
  // For PNG the library needs the whole first chunk. The leading bytes are enough here.
  if (type === 'image/png') return type
  // Imported at the first upload, so that the start does not pay for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(head)
  return detected?.mime === type ? type : undefined
}

/** Returns width times height by the picture's header; 0 without a header. */
function pixelsOf(head: Buffer): number {
  if (head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR')
    return head.readUInt32BE(16) * head.readUInt32BE(20)
  return head.length > 4 && head.readUInt16BE(0) === 0xffd8 ? jpegPixels(head) : 0
}

// A JPEG is a chain of segments, each with a marker and a length. The start-of-frame segment has the dimensions.
function jpegPixels(head: Buffer): number {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head.readUInt8(at + 1)
    const isStartOfFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isStartOfFrame) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7)
  }
  return 0
}

/** Returns whether a content type is that of a form with files and has a well-formed boundary. */
export function isMultipart(contentType: string | undefined): contentType is string {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return false
  return /boundary=("[^"]{1,70}"|[^\s";,]{1,70})\s*(;|$)/i.test(contentType)
}
