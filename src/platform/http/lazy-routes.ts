import type { Api } from './api.ts'
import { openServer, type Server } from './open-server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another server answers, and counts what it answers. */
    isHandedOn?: boolean
  }
}

/**
 * Serves a path and all below it by routes that are loaded when the first of them is asked for: neither a start nor a process that shows
 * none of them pays for pages. They are on a server of their own that never listens, and get requests as they come.
 */
export function addLazyRoutes(api: Api, path: string, addRoutes: (server: Server) => Promise<void>): void {
  const { app, server } = api
  let opened: Promise<Server> | undefined
  const open = async (): Promise<Server> => {
    const inner = openServer(app.log, app.config.trustedProxies)
    await addRoutes(inner)
    await inner.ready()
    return inner
  }
  for (const url of [path, `${path}/*`]) {
    server.route({
      method: ['GET', 'POST'],
      url,
      schema: { hide: true },
      // What an empty end means is the other server's part, too.
      config: { isHandedOn: true, takesLastSlash: true },
      // Before the body is read: that is the other server's part.
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
