import type { FastifyReply } from 'fastify'
import type { Api } from '../http/api.ts'
import type { ApiDocument } from '../http/api-document.ts'
import { publicPageHeaders } from '../ui/security-headers.ts'
import { assets } from './assets.ts'

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
    return reply
      .type('text/html; charset=utf-8')
      .headers(publicPageHeaders)
      .send(await page)
  }
  server.get('/docs', { schema }, answerPage)
  server.get('/docs/', { schema }, answerPage)
  for (const { name, type, body } of assets) {
    server.get(`/docs/${name}`, { schema }, async (_request, reply) =>
      reply.type(type).headers(publicPageHeaders).send(body),
    )
  }
}
