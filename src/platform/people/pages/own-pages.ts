import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '../../base/ids.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { queryOf } from '../../ui/page-request.ts'
import { isolated } from '../../ui/words/lang.ts'
import { csrfSubject, parseNext, pathOf } from '../back-office.ts'
import { changeName } from '../own-page/change-name.ts'
import { readOwnModel } from '../own-page/own-account.ts'
import { renderEnrolment, renderRecoveryCodes } from '../own-page/second-factor-view.ts'
import { type OwnNote, type OwnNotice, ownNotes, renderOwnPage } from '../own-page/view.ts'
import { changePassword } from '../passwords/own-password.ts'
import { askProof } from '../proof.ts'
import { makeRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { removeSecondFactor } from '../second-factor/remove-second-factor.ts'
import { newEnrolment, openEnrolment, setSecondFactor } from '../second-factor/set-second-factor.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { endOtherSessions, endSession } from '../sessions/sessions.ts'
import { type PeopleWords, wordsFor } from '../words/words.ts'
import { fieldsOf, renewSession, sessionOf } from './back-office-pages.ts'
import { isProofAsked, type OwnPages, sendFramed } from './own-frame.ts'
import { goTo, langOf, passwordOf, textOf } from './page-request.ts'

const schema = { hide: true }

/** Adds `…/me`: a signed-in person's own page and its forms. */
export function addOwnPages(server: FastifyInstance, own: OwnPages): void {
  const { api, backOffice } = own
  const me = `${pathOf[backOffice]}/me`
  server.get(me, { schema }, (request, reply) => sendOwn(own, request, reply, { note: noteOf(request) }))
  server.post(`${me}/password`, { schema }, async (request, reply) => {
    const fields = fieldsOf(request)
    const [current, newPassword] = [passwordOf(fields, 'current_password'), passwordOf(fields, 'new_password')]
    const problem = await changePassword(api.app, sessionOf(request, backOffice), current, newPassword)
    if (problem !== undefined) return sendOwn(own, request, reply.code(422), { problem })
    return goTo(reply, `${me}?note=password`)
  })
  server.post(`${me}/name`, { schema }, async (request, reply) => {
    const typed = textOf(fieldsOf(request), 'name', 200)
    const nameProblem = await changeName(api.app, sessionOf(request, backOffice), typed)
    if (nameProblem !== undefined) return sendOwn(own, request, reply.code(422), { nameProblem, typed })
    return goTo(reply, `${me}?note=name`)
  })
  // Ends the named session, or all others.
  server.post(`${me}/sessions`, { schema }, async (request, reply) => {
    const named = fieldsOf(request)['session_id']
    const id = typeof named === 'string' ? parseId(named) : undefined
    if (named === undefined) {
      await endOtherSessions(api.app, sessionOf(request, backOffice))
      return goTo(reply, `${me}?note=sessions`)
    }
    const isEnded = id !== undefined && (await endSession(api.app, sessionOf(request, backOffice), id))
    return goTo(reply, isEnded ? `${me}?note=session` : me)
  })
  server.post(`${me}/recovery-codes`, { schema }, async (request, reply) => {
    if (await isProofAsked(own, request, reply)) return reply
    const codes = await makeRecoveryCodes(api.app, sessionOf(request, backOffice))
    const words = wordsFor(langOf(request, sessionOf(request, backOffice)))
    return sendFramed(own, request, reply, { title: words.texts.recoveryTitle }, renderRecoveryCodes(words, codes, me))
  })
  server.post(`${me}/second-factor/remove`, { schema }, async (request, reply) => {
    if (await isProofAsked(own, request, reply)) return reply
    await removeSecondFactor(api.app, sessionOf(request, backOffice), 'app')
    return goTo(reply, `${me}?note=no_second_factor`)
  })
}

/**
 * Adds `…/me/second-factor` and `…/prove`, also for people who must set up a second factor before they are signed in.
 */
export function addSecondFactorPages(server: FastifyInstance, own: OwnPages): void {
  const { api, backOffice } = own
  const path = `${pathOf[backOffice]}/me/second-factor`
  server.get(path, { schema }, async (request, reply) => {
    return (await isProofAsked(own, request, reply)) ? reply : sendEnrolment(own, request, reply)
  })
  server.post(path, { schema }, async (request, reply) => {
    const session = sessionOf(request, backOffice)
    if (await isProofAsked(own, request, reply)) return reply
    const fields = fieldsOf(request)
    const enrolment = openEnrolment(api.app, session.personId, textOf(fields, 'enrolment', 500))
    if (enrolment === undefined) return goTo(reply, request.url)
    const set = await setSecondFactor(api.app, session, enrolment, textOf(fields, 'code', 16))
    if (set === undefined) return sendEnrolment(own, request, reply.code(422), textOf(fields, 'enrolment', 500))
    renewSession(api, request, reply, set.token)
    const words = wordsFor(langOf(request, session))
    const next = parseNext(backOffice, queryOf(request, 'next')) ?? `${pathOf[backOffice]}/me`
    const content = renderRecoveryCodes(words, set.recoveryCodes, next)
    return sendFramed(own, request, reply, { title: words.texts.recoveryTitle }, content)
  })
  // The form of a proof that was asked before a page.
  server.post(`${pathOf[backOffice]}/prove`, { schema }, async (request, reply) => {
    const fields = fieldsOf(request)
    const session = sessionOf(request, backOffice)
    const next = parseNext(backOffice, fields['next']) ?? `${pathOf[backOffice]}/me`
    const step = { lang: langOf(request, session), address: `${pathOf[backOffice]}/prove`, fields }
    const question = await askProof(api, session, step)
    if (question === undefined) return goTo(reply, next)
    return sendFramed(own, request, reply.code(422), question, question.content)
  })
}

async function sendEnrolment(
  own: OwnPages,
  request: FastifyRequest,
  reply: FastifyReply,
  sealed?: string,
): Promise<FastifyReply> {
  const { api, backOffice } = own
  const session = sessionOf(request, backOffice)
  const words = wordsFor(langOf(request, session))
  const known = sealed === undefined ? undefined : openEnrolment(api.app, session.personId, sealed)
  const content = await renderEnrolment(words, {
    action: request.url,
    csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
    email: session.email,
    lead: session.stage === 'enrol' ? requiredLead(session, words) : undefined,
    passkey: session.stage === 'enrol' ? `${pathOf[backOffice]}/me/passkeys/new${queryIn(request.url)}` : undefined,
    enrolment: known ?? newEnrolment(api.app, session.personId),
    isWrong: known !== undefined,
  })
  return sendFramed(own, request, reply, { title: words.texts.enrolTitle, isError: known !== undefined }, content)
}

async function sendOwn(
  own: OwnPages,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: OwnNotice,
): Promise<FastifyReply> {
  const session: BackOfficeSession = sessionOf(request, own.backOffice)
  const words = wordsFor(langOf(request, session))
  const isError = notice.problem !== undefined || notice.nameProblem !== undefined
  const content = renderOwnPage(words, await readOwnModel(own.api, session), notice)
  return sendFramed(own, request, reply, { title: words.texts.ownTitle, isError }, content)
}

function noteOf(request: FastifyRequest): OwnNote | undefined {
  const requestedNote = queryOf(request, 'note')
  return ownNotes.find((note) => note === requestedNote)
}

// Why this page comes before everything else.
function requiredLead(session: BackOfficeSession, { texts }: PeopleWords): string {
  return texts.enrolRequired(isolated(session.backOffice === 'dashboard' ? session.merchantName : texts.supportTitle))
}

function queryIn(address: string): string {
  return address.includes('?') ? address.slice(address.indexOf('?')) : ''
}
