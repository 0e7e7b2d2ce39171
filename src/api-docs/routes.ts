import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { Api } from '../http/api.ts'
import type { ApiDocument } from '../http/api-document.ts'

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const files = [
  {
    name: 'reference.css',
    type: 'text/css; charset=utf-8',
    parts: ['../payment-page/assets/tokens.css', 'assets/reference.css'],
  },
  { name: 'reference.js', type: 'text/javascript; charset=utf-8', parts: ['assets/reference.js'] },
  { name: 'mark.svg', type: 'image/svg+xml', parts: ['../payment-page/assets/mark.svg'] },
] as const

/** `GET /docs`: the reference as a page, and its files. Made when somebody first asks for it. */
export function addReferenceRoutes(api: Api, describe: () => ApiDocument): void {
  const { server, app, region } = api
  const schema = { hide: true }
  let page: Promise<string> | undefined
  const render = async (): Promise<string> => {
    const { renderReference } = await import('./page.ts')
    const caller = { baseUrl: api.baseUrl(), region, isSandbox: app.config.mode === 'sandbox' }
    return renderReference(describe(), caller)
  }
  const answerPage = async (_request: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    page ??= render()
    return sendFile(reply, 'text/html; charset=utf-8', await page)
  }
  server.get('/docs', { schema }, answerPage)
  server.get('/docs/', { schema }, answerPage)
  for (const { name, type, parts } of files) {
    server.get(`/docs/${name}`, { schema }, async (_request, reply) => sendFile(reply, type, await readParts(parts)))
  }
}

function sendFile(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-cache')
    .send(body)
}

async function readParts(parts: readonly string[]): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(part, import.meta.url), 'utf8')))
  return texts.join('\n')
}
