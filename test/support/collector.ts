import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../../testkit/listen.ts'

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isFailed: boolean
  readonly durationMs: number
}

/** A trace collector on a real socket: OTLP over HTTP, as JSON. */
export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** The raw bodies of all requests. */
  readonly texts: string[]
  readonly headers: IncomingHttpHeaders[]
  /** Sets the answer to later requests. */
  answer: (response: ServerResponse) => void
  /** Waits until a matching span has arrived. */
  until(isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  close(): Promise<void>
}

interface WireSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status?: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      assert.equal(request.url, '/v1/traces')
      headers.push(request.headers)
      texts.push(text)
      spans.push(...readSpans(text))
      collector.answer(response)
    })
  })
  const port = await listen(server)
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    headers,
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    async until(isWanted) {
      const deadline = Date.now() + 20_000
      for (;;) {
        const found = spans.find(isWanted)
        if (found !== undefined) return found
        assert.ok(Date.now() < deadline, `not told: ${isWanted}, but ${new Set(spans.map(({ name }) => name))}`)
        await pause(20)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return collector
}

function readSpans(text: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(text)
  const found: WireSpan[] = resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: WireSpan[] }[] }) =>
    scopeSpans.flatMap((scope) => scope.spans),
  )
  return found.map((span) => ({
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || undefined,
    attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    isFailed: span.status?.code === 2,
    durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  }))
}
