import type { Api } from './api.ts'
import { openServer, type Server } from './open-server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another server answers the request and counts it. */
    isHandedOn?: boolean
  }
}

/**
 * Serves a path and all paths below it by routes that are loaded with the first request, so that a start does not
 * pay for pages. The routes are on a server of their own that never listens and gets the raw requests.
 */
export function addLazyRoutes(api: Api, path: string, addRoutes: (server: Server) => Promise<void>): void {
  const { app, server } = api
  let opened: Promise<Server> | undefined
  const open = async (): Promise<Server> => {
    const inner = openServer(app.log, app.config)
    await addRoutes(inner)
    await inner.ready()
    return inner
  }
  for (const url of [path, `${path}/*`]) {
    server.route({
      method: ['GET', 'POST'],
      url,
      schema: { hide: true },
      // The other server decides about a last slash, too.
      config: { isHandedOn: true, takesLastSlash: true },
      // Before the body is read: the other server reads it.
      async onRequest(request, reply) {
        opened ??= open().catch((error) => {
          opened = undefined
          throw error
        })
        const inner = await opened
        reply.hijack()
        inner.routing(request.raw, reply.raw)
      },
      handler: () => undefined,
    })
  }
  server.addHook('onClose', async () => void (await (await opened)?.close()))
}
