import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutText } from '../../base/texts.ts'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { type Browser, ensureBrowser } from '../../ui/forms/browser.ts'
import { htmlType } from '../../ui/html.ts'
import { requestedLang } from '../../ui/page-request.ts'
import type { Lang } from '../../ui/words/lang.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { BackOfficeSession } from '../sessions/session.ts'

/** Returns the language of a request: the person's choice, `?lang=`, or the browser's preference. */
export function langOf(request: FastifyRequest, session: BackOfficeSession | undefined): Lang {
  return session?.lang ?? requestedLang(request)
}

/** Returns a text of a form, cut to a length. */
export function textOf(fields: Readonly<Record<string, unknown>>, name: string, most: number): string {
  const value = fields[name]
  return typeof value === 'string' ? cutText(value, most) : ''
}

/** Returns a password of a form. It is never cut: a cut password would match other passwords. */
export function passwordOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  return textOf(fields, name, Number.POSITIVE_INFINITY)
}

/** Returns the browser of a request without a session: its forms are bound to it. */
export function browserAt(api: Api, backOffice: BackOffice, request: FastifyRequest, reply: FastifyReply): Browser {
  return ensureBrowser(request, reply, { path: pathOf[backOffice], isSecure: isSecure(api) })
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).send(page)
}

/** Redirects after a form, so that a reload does not send it again. */
export function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303)
}
