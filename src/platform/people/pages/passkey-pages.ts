import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '../../base/ids.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { queryOf } from '../../ui/page-request.ts'
import { csrfSubject, parseNext, pathOf } from '../back-office.ts'
import { nameProblemOf, parseName } from '../names.ts'
import { deviceOf } from '../own-page/device.ts'
import { type NewPasskeyProblem, renderNewPasskey } from '../own-page/passkeys-view.ts'
import { renderRecoveryCodes } from '../own-page/second-factor-view.ts'
import { addPasskey } from '../passkeys/add-passkey.ts'
import { openCreation } from '../passkeys/ceremonies.ts'
import { passkeySiteOf } from '../passkeys/passkey-site.ts'
import { removeSecondFactor } from '../second-factor/remove-second-factor.ts'
import { wordsFor } from '../words/words.ts'
import { fieldsOf, renewSession, sessionOf } from './back-office-pages.ts'
import { isProofAsked, type OwnPages, sendFramed } from './own-frame.ts'
import { goTo, langOf, passwordOf, textOf } from './page-request.ts'

const schema = { hide: true }

/** Adds `…/me/passkeys/new`, also for people who must set up a second factor before they are signed in. */
export function addNewPasskeyPages(server: FastifyInstance, own: OwnPages): void {
  const { api, backOffice } = own
  const me = `${pathOf[backOffice]}/me`
  const path = `${me}/passkeys/new`
  server.get(path, { schema }, async (request, reply) => {
    if (await isProofAsked(own, request, reply)) return reply
    return sendNewPasskey(own, request, reply, {})
  })
  server.post(path, { schema }, async (request, reply) => {
    const session = sessionOf(request, backOffice)
    if (await isProofAsked(own, request, reply)) return reply
    const site = passkeySiteOf(api.baseUrl())
    if (site === undefined) return sendNewPasskey(own, request, reply.code(422), {})
    const fields = fieldsOf(request)
    const typed = textOf(fields, 'name', 200)
    const refuse = (problem: NewPasskeyProblem): Promise<FastifyReply> =>
      sendNewPasskey(own, request, reply.code(422), { problem, typed })
    const name = parseName(typed)
    const unfit = nameProblemOf(name)
    if (unfit !== undefined) return refuse(unfit)
    const added = await addPasskey(api.app, session, { site, text: passwordOf(fields, 'passkey'), name })
    if (typeof added === 'string') return refuse(added)
    renewSession(api, request, reply, added.token)
    const next = parseNext(backOffice, queryOf(request, 'next')) ?? `${me}?note=passkey`
    if (added.recoveryCodes === undefined) return goTo(reply, next)
    const words = wordsFor(langOf(request, session))
    const content = renderRecoveryCodes(words, added.recoveryCodes, next)
    return sendFramed(own, request, reply, { title: words.texts.recoveryTitle }, content)
  })
}

/** Adds the form that removes a passkey. */
export function addPasskeyRemoval(server: FastifyInstance, own: OwnPages): void {
  const { api, backOffice } = own
  const me = `${pathOf[backOffice]}/me`
  server.post(`${me}/passkeys/remove`, { schema }, async (request, reply) => {
    if (await isProofAsked(own, request, reply)) return reply
    const passkeyId = parseId(textOf(fieldsOf(request), 'passkey_id', 64))
    const session = sessionOf(request, backOffice)
    const isGone = passkeyId !== undefined && (await removeSecondFactor(api.app, session, { passkeyId }))
    return goTo(reply, isGone ? `${me}?note=no_passkey` : me)
  })
}

interface NewPasskeyState {
  readonly problem?: NewPasskeyProblem
  readonly typed?: string
}

async function sendNewPasskey(
  own: OwnPages,
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, typed }: NewPasskeyState,
): Promise<FastifyReply> {
  const { api, backOffice } = own
  const session = sessionOf(request, backOffice)
  const words = wordsFor(langOf(request, session))
  const site = passkeySiteOf(api.baseUrl())
  const content = renderNewPasskey(words, {
    address: request.url,
    csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
    ceremony: site && (await openCreation(api.app, session, site)),
    name: typed ?? deviceOf(request.headers['user-agent'] ?? '') ?? words.texts.unknownDevice,
    problem,
  })
  const props = { title: words.texts.passkeyNewTitle, isError: problem !== undefined }
  return sendFramed(own, request, reply, props, content)
}
