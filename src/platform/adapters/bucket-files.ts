import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { armDeadline, DeadlinePassed, withinDeadline } from '../base/deadline.ts'
import { newSecretId } from '../base/ids.ts'
import { tooManyRequests } from '../base/refusals.ts'
import { minute, second } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'
import { checkedName, type Draft, type Files, receive } from './files.ts'

/** An S3-compatible bucket. Its credentials come from the usual places of AWS tools, such as AWS_ACCESS_KEY_ID. */
export interface Bucket {
  readonly bucket: string
  readonly region: string
  /** Absent: AWS itself. */
  readonly endpoint: string | undefined
}

/** Time limits of a bucket, in milliseconds. */
export interface BucketLimits {
  readonly connectMs: number
  /** One try of a request, until its answer begins. */
  readonly requestMs: number
  /** Saving or removing a file, or beginning to read it, with all tries and the request of credentials. */
  readonly callMs: number
  /** The next piece of a file that is being read. */
  readonly pieceMs: number
  /** Reading a whole file, also for a slow reader. */
  readonly readMs: number
}

const usualBucketLimits: BucketLimits = {
  connectMs: 3 * second,
  requestMs: 10 * second,
  callMs: 25 * second,
  pieceMs: 10 * second,
  readMs: 15 * minute,
}

const maxAttempts = 3
/** The most bytes of incoming files in memory: forty of the largest attachments. */
const usualIncomingBytes = 200 * 1024 * 1024
const who = 'the bucket'

/**
 * Opens files in a bucket. An incoming file is first received in memory, so that only whole, checked files are sent
 * and no folder is needed. Refuses with 429 if too many bytes are in memory. Throws DeadlinePassed if the bucket
 * does not answer in time, also in the middle of reading.
 */
export function openBucketFiles(
  bucket: Bucket,
  limits = usualBucketLimits,
  maxIncomingBytes = usualIncomingBytes,
): Files {
  const incoming = { bytes: 0 }
  // The client is large: it is loaded with the first use.
  let opened: Promise<OpenedBucket> | undefined
  const open = (): Promise<OpenedBucket> => {
    assertNoTransaction('a file')
    opened ??= openClient(bucket, limits)
    return opened
  }
  // The signal does not end the request of credentials, so the whole call has a deadline, too.
  const call = async <T>(ask: (opened: OpenedBucket, signal: AbortSignal) => Promise<T>): Promise<T> => {
    const abort = new AbortController()
    const answer = open().then((opened) => ask(opened, abort.signal))
    try {
      return await withinDeadline(who, limits.callMs, answer)
    } catch (error) {
      abort.abort()
      throw error
    }
  }
  const send = (Key: string, Body: Buffer, sha256: Buffer): Promise<unknown> => {
    const ChecksumSHA256 = sha256.toString('base64')
    const whole = { Bucket: bucket.bucket, Key, Body, ContentLength: Body.length, ChecksumSHA256 }
    return call(({ client, s3 }, abortSignal) => client.send(new s3.PutObjectCommand(whole), { abortSignal }))
  }
  return {
    prepare: async () => undefined,
    async draft(source, limitBytes): Promise<Draft> {
      assertNoTransaction('a file')
      let pieces: Buffer[] = []
      const discard = async (): Promise<void> => {
        for (const piece of pieces) incoming.bytes -= piece.length
        pieces = []
      }
      try {
        const received = await receive(source, limitBytes, (piece) => {
          if (incoming.bytes + piece.length > maxIncomingBytes) throw tooManyRequests(1)
          incoming.bytes += piece.length
          pieces.push(piece)
        })
        const name = newSecretId()
        const keep = async (): Promise<void> => {
          await send(name, Buffer.concat(pieces), received.sha256)
          await discard()
        }
        return { name, ...received, keep, discard }
      } catch (error) {
        await discard()
        throw error
      }
    },
    read: async (name) => {
      const found = await call(({ client, s3 }, abortSignal) =>
        client.send(new s3.GetObjectCommand({ Bucket: bucket.bucket, Key: checkedName(name) }), { abortSignal }),
      )
      if (!(found.Body instanceof Readable)) throw new Error('the bucket answered no stream')
      return endingInTime(found.Body, limits)
    },
    remove: async (name) => {
      await call(({ client, s3 }, abortSignal) =>
        client.send(new s3.DeleteObjectCommand({ Bucket: bucket.bucket, Key: checkedName(name) }), { abortSignal }),
      )
    },
    // Interrupted drafts were in memory only.
    removeStrays: async () => undefined,
  }
}

interface OpenedBucket {
  readonly s3: typeof import('./s3-library.ts')['s3']
  readonly client: S3Client
}

// The client would write to the console. Errors are thrown, and logged where they are caught.
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

function nothing(): void {}

async function openClient(bucket: Bucket, limits: BucketLimits): Promise<OpenedBucket> {
  const { s3 } = await import('./s3-library.ts')
  const client = new s3.S3Client({
    region: bucket.region,
    maxAttempts: maxAttempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.requestMs,
      socketTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
    },
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint, forcePathStyle: true }),
  })
  return { s3, client }
}

/** Returns the same content with time limits for each piece and for all of it. */
function endingInTime(body: Readable, limits: BucketLimits): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await withinDeadline(who, limits.pieceMs, iterator.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      body.destroy()
    }
  }
  const content = Readable.from(pieces(), { objectMode: false })
  const end = (): void => {
    const reason = new DeadlinePassed(`a file was not read to its end in ${limits.readMs} ms`)
    body.destroy(reason)
    content.destroy(reason)
  }
  const disarm = armDeadline(limits.readMs, end)
  content.once('close', () => {
    disarm()
    body.destroy()
  })
  // Nothing awaits the next piece at this moment, so an error would be unhandled.
  body.on('error', () => undefined)
  return content
}
