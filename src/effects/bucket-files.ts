import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { assertNoTransaction } from '../db/db.ts'
import { checkedName, type Files, openDrafts } from './files.ts'

/** An S3-compatible bucket. Its credentials come from where the AWS tools look for them, such as AWS_ACCESS_KEY_ID. */
export interface Bucket {
  readonly bucket: string
  readonly region: string
  /** Absent: AWS itself. */
  readonly endpoint: string | undefined
}

const mostTries = 3

/** Files in a bucket. What comes in is first received in a local folder, so that only whole, checked files are sent. */
export function openBucketFiles(bucket: Bucket, draftsFolder: string): Files {
  const drafts = openDrafts(draftsFolder)
  // The client is large: it is loaded when first used, and only by who has a bucket.
  let opened: Promise<OpenedBucket> | undefined
  const open = (): Promise<OpenedBucket> => {
    assertNoTransaction('a file')
    opened ??= openClient(bucket)
    return opened
  }
  return {
    draft: (source, limitBytes) =>
      drafts.take(source, limitBytes, async (path, name, sha256, bytes) => {
        await sendFile(await open(), bucket.bucket, { path, name: checkedName(name), sha256, bytes })
        await rm(path, { force: true })
      }),
    read: async (name) => {
      const { client, s3 } = await open()
      const found = await client.send(new s3.GetObjectCommand({ Bucket: bucket.bucket, Key: checkedName(name) }))
      if (!(found.Body instanceof Readable)) throw new Error('the bucket answered no stream')
      return found.Body
    },
    remove: async (name) => {
      const { client, s3 } = await open()
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket.bucket, Key: checkedName(name) }))
    },
    removeStrays: drafts.removeStrays,
  }
}

interface OpenedBucket {
  readonly s3: typeof import('@aws-sdk/client-s3')
  readonly client: S3Client
}

// The client would write to the console by itself. What fails is thrown, and logged where it is caught.
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

function nothing(): void {}

async function openClient(bucket: Bucket): Promise<OpenedBucket> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: bucket.region,
    maxAttempts: mostTries,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint, forcePathStyle: true }),
  })
  return { s3, client }
}

interface Outgoing {
  readonly path: string
  readonly name: string
  readonly sha256: Buffer
  readonly bytes: number
}

// The client cannot repeat a stream by itself, so every try opens the file anew.
async function sendFile({ s3, client }: OpenedBucket, bucket: string, file: Outgoing): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const Body = createReadStream(file.path)
    try {
      await client.send(
        new s3.PutObjectCommand({
          Bucket: bucket,
          Key: file.name,
          Body,
          ContentLength: file.bytes,
          ChecksumSHA256: file.sha256.toString('base64'),
        }),
      )
      return
    } catch (error) {
      if (tries === mostTries) throw error
    } finally {
      Body.destroy()
    }
  }
}
