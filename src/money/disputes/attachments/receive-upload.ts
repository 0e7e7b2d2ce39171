import type { Readable } from 'node:stream'
import type { Draft, Files } from '../../../platform/adapters/files.ts'
import { second } from '../../../platform/base/times.ts'
import { refusals } from '../refusals.ts'
import { type AttachmentType, maxAttachmentBytes, seeType } from './attachment.ts'
import { UploadForm } from './upload-form.ts'
import { type PaceLimits, type UploadPace, watchPace } from './upload-pace.ts'

export interface UploadLimits extends PaceLimits {
  readonly fileBytes: number
  readonly bodyBytes: number
  /** A refused body is still read up to here, so that the client gets to hear of the refusal. */
  readonly drainedBytes: number
}

export const uploadLimits: UploadLimits = {
  fileBytes: maxAttachmentBytes,
  bodyBytes: 6 * 1024 * 1024,
  drainedBytes: 32 * 1024 * 1024,
  graceMs: 10 * second,
  bytesPerSecond: 8 * 1024,
}

export interface Upload {
  readonly draft: Draft
  readonly contentType: AttachmentType
}

/**
 * Receives a multipart body that holds exactly one part, named `attachment`, with a PNG, JPEG or PDF of 1 byte to 5 MiB. The
 * file passes through chunk by chunk and is not kept yet. Anything else is 400 `bad_request`. What fails on this side, such as a
 * full disk, is thrown as it is. In both cases nothing is left of the file.
 */
export async function receiveUpload(
  files: Files,
  body: Readable,
  contentType: string | undefined,
  limits: UploadLimits = uploadLimits,
): Promise<Upload> {
  const form = new UploadForm(files, contentType, limits.fileBytes)
  const pace = watchPace(limits)
  try {
    await Promise.race([readBody(body, form, limits, pace), pace.givenUp])
    const draft = await Promise.race([form.finish(), pace.givenUp])
    const type = draft.bytes > 0 ? await seeType(draft.head).catch(throwUnseen) : undefined
    if (type === undefined) throw refusals.badRequest()
    return { draft, contentType: type }
  } catch (error) {
    await form.drop()
    // A body that ends too early, a parser that gave up, a file that is too large: the client hears the same of all.
    throw form.ownFailure ?? (error instanceof TypeUnseen ? error.cause : refusals.badRequest())
  } finally {
    pace.stop()
  }
}

/** What looks at the file's type has failed. */
class TypeUnseen extends Error {}

function throwUnseen(cause: unknown): never {
  throw new TypeUnseen('the type of an upload could not be seen', { cause })
}

/** Reads the body to its end. What comes after the form has failed is thrown away. */
async function readBody(body: Readable, form: UploadForm, limits: UploadLimits, pace: UploadPace): Promise<void> {
  // Giving up on the body must not tear down the connection, on which the answer still has to go out.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    pace.bytes += chunk.length
    if (pace.bytes > limits.bodyBytes) form.fail()
    if (pace.bytes > limits.drainedBytes) return
    await form.write(chunk)
  }
}
