import type { Metrics } from '../../platform/adapters/metrics.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ApiDocument } from '../../platform/http/api-document.ts'
import { addLazyRoutes } from '../../platform/http/lazy-routes.ts'
import { countAnswers } from '../../platform/http/metrics.ts'
import { htmlType } from '../../platform/ui/html.ts'
import { publicPageHeaders } from '../../platform/ui/security-headers.ts'

/**
 * Adds `/docs`, `/docs/<guide>` and `/llms.txt`, and in a sandbox `/`, which leads to its pages. Their code is loaded at
 * the first request.
 */
export function addDocs(api: Api, metrics: Metrics, describe: () => ApiDocument): void {
  addLazyRoutes(api, '/docs', async (server) => {
    countAnswers(server, metrics, api.region)
    const { addPages } = await import('./pages.ts')
    addPages({ ...api, server }, describe())
  })
  api.server.get('/llms.txt', { schema: { hide: true } }, async (_request, reply) => {
    const [{ readGuides }, { writeLlms }] = await Promise.all([
      import('./guides/contents.ts'),
      import('./guides/llms.ts'),
    ])
    return reply.type('text/plain; charset=utf-8').send(writeLlms(readGuides(), api.baseUrl()))
  })
  if (api.app.config.mode !== 'sandbox') return
  api.server.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const { renderStartPage } = await import('./start-page.ts')
    const page = renderStartPage(api.baseUrl(), api.region)
    return reply.type(htmlType).headers(publicPageHeaders).send(page)
  })
}
