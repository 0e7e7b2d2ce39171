import { detectType } from '../../../money/disputes/attachments/attachment.ts'
import type { FileRules } from '../../../money/disputes/attachments/receive-form.ts'
import { type Logo, maxLogoBytes } from '../../../platform/merchants/stores/logo.ts'

/** A received logo, or its error: no file, neither PNG nor JPEG, or too large. */
export type ReceivedLogo = Logo | 'none' | 'type' | 'size'

/** One picture in the part `logo`, which is small enough for memory. */
export const logoFiles: FileRules<ReceivedLogo> = {
  part: 'logo',
  maxFiles: 1,
  fileBytes: maxLogoBytes,
  // Larger than a logo, so that the form can show an error for a photo.
  bodyBytes: 10 * 1024 * 1024,
  async save(part) {
    const chunks: Buffer[] = []
    for await (const chunk of part) chunks.push(chunk)
    if (part.truncated) return 'size'
    const body = Buffer.concat(chunks)
    if (body.length === 0) return 'none'
    const contentType = await detectType(body)
    return contentType === 'image/png' || contentType === 'image/jpeg' ? { contentType, body } : 'type'
  },
  refuse: () => 'none',
}
