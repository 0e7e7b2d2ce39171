import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { type Draft, type Files, FileTooLarge } from '../../adapters/files.ts'
import { second } from '../../base/times.ts'
import { refusals } from '../refusals.ts'
import { type AttachmentType, largestAttachmentBytes, seeType } from './attachment.ts'

export interface UploadLimits {
  readonly fileBytes: number
  readonly bodyBytes: number
  /** A refused body is still read up to here, so that the client gets to hear of the refusal. */
  readonly drainedBytes: number
  /** From this age on an upload must have come at this pace, or it is given up. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

export const uploadLimits: UploadLimits = {
  fileBytes: largestAttachmentBytes,
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
  const form = openForm(files, contentType, limits)
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
async function readBody(body: Readable, form: Form, limits: UploadLimits, pace: Pace): Promise<void> {
  // Giving up on the body must not tear down the connection, on which the answer still has to go out.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    pace.bytes += chunk.length
    if (pace.bytes > limits.bodyBytes) form.fail()
    if (pace.bytes > limits.drainedBytes) return
    await form.write(chunk)
  }
}

/** A form that is being parsed. It fails as soon as it cannot become a good one any more. */
interface Form {
  fail(): void
  /** Why the file could not be taken in, where that is no fault of the client's. */
  readonly ownFailure: Error | undefined
  /** Parses a chunk; does nothing once the form has failed. */
  write(chunk: Buffer): Promise<void>
  /** The file, once the whole form is parsed. Refuses when it has failed. */
  finish(): Promise<Draft>
  /** Gives up the file, however far it came. */
  drop(): Promise<void>
}

function openForm(files: Files, contentType: string | undefined, limits: UploadLimits): Form {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const parser = openParser(contentType)
  let failed = false
  let part: Readable | undefined
  let draft: Promise<Draft> | undefined
  let ownFailure: Error | undefined
  const fail = (): void => {
    failed = true
    failure.reject(refusals.badRequest())
    part?.destroy(refusals.badRequest())
  }
  if (parser === undefined) fail()
  parser?.on('error', fail)
  parser?.on('partsLimit', fail)
  parser?.on('file', (name: string, stream: Readable) => {
    // A part that ends too early fails by itself. Without a listener that would end the process.
    stream.on('error', fail)
    if (failed || name !== 'attachment' || part !== undefined) {
      stream.resume()
      fail()
      return
    }
    part = stream
    draft = files.draft(readPart(stream), limits.fileBytes)
    draft.catch((error: Error) => {
      if (!(error instanceof BrokenPart || error instanceof FileTooLarge)) ownFailure ??= error
      fail()
    })
  })
  const parsed = Promise.withResolvers<void>()
  parser?.on('finish', () => parsed.resolve())
  return {
    fail,
    get ownFailure() {
      return ownFailure
    },
    write: async (chunk) => {
      if (failed || parser === undefined || parser.write(chunk)) return
      await Promise.race([once(parser, 'drain'), failure.promise]).catch(() => undefined)
    },
    finish: async () => {
      if (!failed) parser?.end()
      await Promise.race([failure.promise, parsed.promise])
      if (draft === undefined) throw refusals.badRequest()
      return draft
    },
    drop: async () => {
      fail()
      await draft?.then(
        (received) => received.discard(),
        () => undefined,
      )
    },
  }
}

/** The file in the form was cut off or given up. */
class BrokenPart extends Error {}

// Whatever goes wrong while the part is read is the client's; what else goes wrong while it is taken in is ours.
async function* readPart(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw new BrokenPart('the part of a form broke off', { cause: error })
  }
}

function openParser(contentType: string | undefined): Writable | undefined {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  if (!/boundary=("[^"]{1,70}"|[^\s";,]{1,70})\s*(;|$)/i.test(contentType)) return undefined
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: 1, headerPairs: 20, headerSize: 8 * 1024 },
      isPartAFile: () => true,
    })
  } catch {
    return undefined
  }
}

/** How fast the body comes in. */
interface Pace {
  bytes: number
  /** Rejected when the upload is given up for its slowness. */
  readonly givenUp: Promise<never>
  stop(): void
}

function watchPace(limits: UploadLimits): Pace {
  const startedAt = performance.now()
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const look = (): void => {
    const ageMs = performance.now() - startedAt
    const wanted = (ageMs / second) * limits.bytesPerSecond
    if (ageMs >= limits.graceMs && pace.bytes < wanted) givenUp.reject(refusals.badRequest())
  }
  const timer = setInterval(look, Math.min(second, limits.graceMs))
  const pace: Pace = { bytes: 0, givenUp: givenUp.promise, stop: () => clearInterval(timer) }
  return pace
}
