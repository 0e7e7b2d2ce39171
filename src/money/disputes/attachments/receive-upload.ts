import type { Readable } from 'node:stream'
import type { Draft, Files } from '../../../platform/adapters/files.ts'
import { second } from '../../../platform/base/times.ts'
import { refusals } from '../refusals.ts'
import { type AttachmentType, detectType, maxAttachmentBytes } from './attachment.ts'
import { type PaceLimits, type UploadPace, watchPace } from './limits.ts'
import { UploadForm } from './upload-form.ts'

export interface UploadLimits extends PaceLimits {
  readonly fileBytes: number
  readonly bodyBytes: number
  /** A refused body is still read up to here, so that the client receives the refusal. */
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
 * Receives a multipart body with exactly one part, named `attachment`: a PNG, JPEG or PDF of 1 byte to 5 MiB.
 * Returns a draft, which is not saved yet. Refuses any other body with 400 `bad_request`. Throws the service's own
 * failures, for example a full disk. In both cases it removes the draft.
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
    const type = draft.bytes > 0 ? await detectType(draft.head).catch(throwCheckFailed) : undefined
    if (type === undefined) throw refusals.badRequest()
    return { draft, contentType: type }
  } catch (error) {
    await form.drop()
    // One answer for a body that ends too early, a parser error and a file that is too large.
    throw form.ownFailure ?? (error instanceof TypeCheckFailed ? error.cause : refusals.badRequest())
  } finally {
    pace.stop()
  }
}

/** The check of the file's type has failed. */
class TypeCheckFailed extends Error {}

function throwCheckFailed(cause: unknown): never {
  throw new TypeCheckFailed('could not check the type of an upload', { cause })
}

/** Reads the body to its end. After a failure of the form the rest is discarded. */
async function readBody(body: Readable, form: UploadForm, limits: UploadLimits, pace: UploadPace): Promise<void> {
  // The connection must stay open for the answer.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    pace.bytes += chunk.length
    if (pace.bytes > limits.bodyBytes) form.fail()
    if (pace.bytes > limits.drainedBytes) return
    await form.write(chunk)
  }
}
