import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '../base/ids.ts'
import { Refusal } from '../base/refusals.ts'
import { loadProgress } from '../checkout/progress/load-progress.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import type { Api } from '../http/api.ts'
import { limitKeyless, visitorOf } from '../http/limit-keyless.ts'
import { assetAddresses, assets } from './assets.ts'
import { addressOf } from './frame.ts'
import { addOutbox } from './outbox.ts'
import { protectPages } from './protection.ts'
import { type Scene, sceneOf, showCard, showOrder, showStage } from './show-stage.ts'
import { steps } from './steps.ts'
import { type Lang, parseLang } from './texts.ts'
import { renderTrouble, type Trouble } from './views/trouble.ts'
import { findVisitor, formTokenFor, isFormToken, meetVisitor, type Visitor } from './visitor.ts'
import { wordsFor } from './words.ts'

/** The hosted payment page (decisions section 5): `/hpp/` and its steps, and the files it refers to. */
export function addPages(api: Api): void {
  api.server.register(async (server: FastifyInstance) => {
    await server.register(formbody, { bodyLimit: 16_384 })
    protectPages(server)
    server.addHook('onRequest', async (request) => limitKeyless(api.app, 'page', request))
    server.setErrorHandler((error, request, reply) => {
      const trouble = troubleOf(error)
      const seconds = error instanceof Refusal ? error.retryAfterSeconds : undefined
      if (seconds !== undefined) reply.header('retry-after', String(seconds))
      // What a processor or a form says in an error may hold what was typed: only its kind is logged.
      if (trouble === 'broken')
        request.log.error({ reason: (error as Error).name, stack: stackOf(error) }, 'page failed')
      return answerTrouble(request, reply, trouble)
    })
    addViews(server, api)
    addSteps(server, api)
    if (api.app.config.mode === 'sandbox') addOutbox(server, api)
  })
  api.server.register(async (server: FastifyInstance) => addAssets(server))
}

function addViews(server: FastifyInstance, api: Api): void {
  const schema = { hide: true }
  for (const path of ['/hpp', '/hpp/']) {
    server.get(path, { schema }, async (request, reply) => send(reply, showStage(await sceneFor(api, request, reply))))
  }
  // Another phone, or another card, for who has given one.
  server.get('/hpp/phone', { schema }, async (request, reply) => {
    const scene = await sceneFor(api, request, reply)
    return scene.at.stage === 'code' ? send(reply, showOrder(scene, {})) : moveOn(reply, scene)
  })
  server.get('/hpp/card', { schema }, async (request, reply) => {
    const scene = await sceneFor(api, request, reply)
    return scene.at.stage === 'confirm' ? send(reply, showCard(scene, {})) : moveOn(reply, scene)
  })
  server.get('/hpp/state', { schema }, async (request, reply) => {
    const { at } = await sceneFor(api, request, reply)
    return reply.type('application/json; charset=utf-8').send({ stage: at.stage })
  })
}

function addSteps(server: FastifyInstance, api: Api): void {
  for (const [name, take] of Object.entries(steps)) {
    server.post(`/hpp/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
      const visitor = findVisitor(request)
      const id = sessionIdOf(request)
      if (visitor === undefined || id === undefined || !isFormToken(form['form_token'], visitor, id)) {
        return answerTrouble(request, reply, 'stale')
      }
      const scene = await sceneFor(api, request, reply)
      const view = await take(api.app, scene, form)
      return view === undefined ? moveOn(reply, scene) : send(reply.code(422), view)
    })
    // A step that was taken is looked at again by its address: the stage is what there is to see.
    if (name === 'phone' || name === 'card') continue
    server.get(`/hpp/${name}`, { schema: { hide: true } }, async (request, reply) =>
      moveOn(reply, await sceneFor(api, request, reply)),
    )
  }
}

async function sceneFor(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<Scene> {
  const id = sessionIdOf(request)
  if (id === undefined) throw new Refusal('not_found', 'no such session')
  const visitor: Visitor = meetVisitor(request, reply, api.baseUrl().startsWith('https:'))
  const at = await loadProgress(api.app, api.region, id, visitor.hash, request.id)
  return sceneOf(at, {
    lang: langOf(request),
    formToken: formTokenFor(visitor, id),
    isSandbox: api.app.config.mode === 'sandbox',
    address: visitorOf(request),
  })
}

function sessionIdOf(request: FastifyRequest): string | undefined {
  const { sessionId } = request.query as { sessionId?: unknown }
  return typeof sessionId === 'string' ? parseId(sessionId) : undefined
}

function langOf(request: FastifyRequest): Lang | undefined {
  return parseLang((request.query as { lang?: unknown }).lang)
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}

// After a form the browser is sent to the page itself: reloading it sends nothing again.
function moveOn(reply: FastifyReply, { frame }: Scene): FastifyReply {
  return reply.redirect(addressOf(frame), 303)
}

const statusOf: Record<Trouble, number> = { notFound: 404, broken: 500, busy: 429, stale: 403 }

function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) {
    if (error.kind === 'not_found') return 'notFound'
    return error.kind === 'too_many_requests' || error.kind === 'conflict' ? 'busy' : 'stale'
  }
  if (isLockTimeout(error)) return 'busy'
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return status < 500 ? 'stale' : 'broken'
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split('\n').slice(1).join('\n') : undefined
}

function answerTrouble(request: FastifyRequest, reply: FastifyReply, trouble: Trouble): FastifyReply {
  const lang = langOf(request) ?? 'en'
  const id = sessionIdOf(request)
  const again = trouble === 'notFound' || id === undefined ? undefined : addressOf({ sessionId: id, lang })
  return send(reply.code(statusOf[trouble]), renderTrouble(wordsFor(lang, 'AE'), assetAddresses, trouble, again))
}

function addAssets(server: FastifyInstance): void {
  for (const { address, type, body } of assets) {
    server.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    )
  }
}
