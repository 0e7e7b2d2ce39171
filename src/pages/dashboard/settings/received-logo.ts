import { seeType } from '../../../money/disputes/attachments/attachment.ts'
import type { TakenFiles } from '../../../money/disputes/attachments/receive-form.ts'
import { type Logo, maxLogoBytes } from '../../../platform/merchants/stores/logo.ts'

/** What came as a logo, or why it is none: no file, none that is PNG or JPEG, or a larger one than a logo may be. */
export type ReceivedLogo = Logo | 'none' | 'type' | 'size'

/** One picture in the part `logo`, which is small enough for memory. */
export const logoFiles: TakenFiles<ReceivedLogo> = {
  part: 'logo',
  most: 1,
  fileBytes: maxLogoBytes,
  // Of a photo that is too large it is said at its field.
  bodyBytes: 10 * 1024 * 1024,
  async keep(part) {
    const chunks: Buffer[] = []
    for await (const chunk of part) chunks.push(chunk)
    if (part.truncated) return 'size'
    const body = Buffer.concat(chunks)
    if (body.length === 0) return 'none'
    const contentType = await seeType(body)
    return contentType === 'image/png' || contentType === 'image/jpeg' ? { contentType, body } : 'type'
  },
  leave: () => 'none',
}
