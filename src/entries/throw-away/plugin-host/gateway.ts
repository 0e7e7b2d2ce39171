import { text } from 'node:stream/consumers'
import replyFrom from '@fastify/reply-from'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Region } from '../../../platform/base/market-entries.ts'
import type { ServerCertificate } from './authority.ts'
import type { ClientName } from './host-names.ts'

/** A region's address of the sandbox, as this machine reaches it and as the sandbox names it in its answers. */
export interface Upstream {
  readonly url: string
  readonly namedUrl: string
}

export interface GatewayOptions {
  readonly names: readonly ClientName[]
  readonly upstreams: Readonly<Record<Region, Upstream>>
  readonly certificate: ServerCertificate
  readonly host: string
  readonly port: number
}

export interface Gateway {
  readonly port: number
  /** Finishes the requests under way, and stops. */
  close(): Promise<void>
}

const answerMs = 130_000
const headersMs = 60_000
/** How long requests under way may take after the command is told to end. */
const closeMs = 3_000
/** More than the service accepts: it refuses larger bodies itself. */
const bodyLimit = 16 * 1024 * 1024

/**
 * Opens the server that answers the names over TLS by passing each request on to the sandbox. In JSON answers it
 * replaces the sandbox's own address by the name of the payment page. Throws the error of `listen`.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { names, upstreams, certificate, host, port } = options
  const server = Fastify({
    https: { ...certificate, minVersion: 'TLSv1.2' },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: headersMs,
    routerOptions: { maxParamLength: 16_384 },
  })
  server.removeAllContentTypeParsers()
  // The body is passed on as it arrives.
  server.addContentTypeParser('*', { bodyLimit }, (_request, body, done) => done(null, body))
  await server.register(replyFrom, {
    undici: { connections: 64, headersTimeout: answerMs, bodyTimeout: answerMs },
    disableRequestLogging: true,
  })
  const known = new Map(names.map((one) => [one.name, one]))
  server.setErrorHandler((_error, _request, reply) => sendText(reply, 502, 'the sandbox does not answer'))
  server.setNotFoundHandler((request, reply) => passOn(request, reply))
  server.all('/*', (request, reply) => passOn(request, reply))
  // The service has no other protocol.
  server.server.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n'),
  )
  await server.listen({ host, port })
  const listening = (server.server.address() as { port: number }).port

  function passOn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { host: named = '' } = request.headers
    const name = known.get(named.replace(/:\d+$/, '').toLowerCase())
    if (name === undefined) return sendText(reply, 421, 'this host is not served here')
    if (name.isClosed) return sendText(reply, 404, 'not passed on: plug-ins send a live secret key here')
    return reply.from(upstreams[name.region].url + request.raw.url, {
      rewriteRequestHeaders: (_request, headers) => ({ ...withoutForwarded(headers), host: named }),
      onResponse: (_request, answer, upstream) => {
        const type = String(answer.getHeader('content-type') ?? '')
        const body = 'stream' in upstream ? upstream.stream : upstream
        if (!type.startsWith('application/json')) return void answer.send(body)
        void text(body as AsyncIterable<Buffer> as never).then(
          (json) => answer.removeHeader('content-length').send(withClientNames(json, name)),
          () => answer.raw.destroy(),
        )
      },
      // A connection that the sandbox breaks, such as by a fault, breaks for the client, too.
      onError: (answer, { error }) => {
        if (isUnreachable(error)) sendText(answer as FastifyReply, 502, 'the sandbox does not answer')
        else answer.raw.destroy()
      },
    })
  }

  function withClientNames(json: string, name: ClientName): string {
    const others = names.filter(({ region }) => region !== name.region).slice(0, 1)
    return [name, ...others].reduce((text, { region, domain }) => {
      const shown = `https://checkout.${domain}${listening === 443 ? '' : `:${listening}`}`
      return text.replaceAll(`"${upstreams[region].namedUrl}`, `"${shown}`)
    }, json)
  }

  // A connection with a request under way becomes idle only after closing has begun.
  async function close(): Promise<void> {
    const closingIdle = setInterval(() => server.server.closeIdleConnections(), 50)
    const closingAll = setTimeout(() => server.server.closeAllConnections(), closeMs)
    await server.close().finally(() => {
      clearInterval(closingIdle)
      clearTimeout(closingAll)
    })
  }

  return { port: listening, close }
}

// A client could otherwise name any address as its own.
function withoutForwarded<H extends object>(headers: H): H {
  const kept = Object.entries(headers).filter(([name]) => !/^(x-)?forwarded/.test(name))
  return Object.fromEntries(kept) as H
}

function isUnreachable(error: Error): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ECONNREFUSED', 'FST_REPLY_FROM_SERVICE_UNAVAILABLE'].includes(code)
}

function sendText(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(message)
}
