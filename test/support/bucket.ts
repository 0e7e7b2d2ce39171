import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../testkit/listen.ts'

/** A small S3-compatible server: one bucket, objects in memory. It checks checksums and signatures. */
export interface TestBucket {
  readonly endpoint: string
  readonly bucket: string
  readonly objects: Map<string, Buffer>
  /** How many of the next requests fail with 503. */
  failures: number
  close(): Promise<void>
}

export async function openTestBucket(): Promise<TestBucket> {
  const bucket = 'attachments'
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void answer(opened, request, response)
  })
  const opened: TestBucket = {
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    bucket,
    objects,
    failures: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return opened
}

async function answer(bucket: TestBucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  const [, name, key = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
  if (bucket.failures > 0) {
    bucket.failures -= 1
    return refuse(response, 503, 'SlowDown')
  }
  if (!/^AWS4-HMAC-SHA256 /.test(request.headers.authorization ?? '')) return refuse(response, 403, 'AccessDenied')
  if (name !== bucket.bucket) return refuse(response, 404, 'NoSuchBucket')
  if (request.method === 'PUT') {
    const checksum = createHash('sha256').update(body).digest('base64')
    if (request.headers['x-amz-checksum-sha256'] !== checksum) return refuse(response, 400, 'BadDigest')
    bucket.objects.set(key, body)
    response.end()
    return
  }
  const found = bucket.objects.get(key)
  if (request.method === 'DELETE') {
    bucket.objects.delete(key)
    response.writeHead(204).end()
    return
  }
  if (found === undefined) return refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': found.length, 'content-type': 'application/octet-stream' }).end(found)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}
