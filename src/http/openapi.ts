import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

const description = `Buy now, pay later: checkout sessions, payments, notifications and disputes. All bodies are JSON; amounts are
texts holding decimal numbers. A merchant uses the address of its own region and its secret key.`

/** Collects every route's schema; `GET /openapi.json` answers them as OpenAPI 3.1. Registered before the routes. */
export async function addOpenApi(server: FastifyInstance, baseUrl: () => string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Qist', version: '1', description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'A secret key: `sk_test_<uuid>` or `sk_<uuid>`' },
        },
      },
      security: [{ key: [] }],
    },
  })
  server.get('/openapi.json', { schema: { hide: true } }, async () => ({
    ...server.swagger(),
    servers: [{ url: baseUrl() }],
  }))
}
