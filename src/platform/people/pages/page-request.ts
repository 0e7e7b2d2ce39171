import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutText } from '../../base/texts.ts'
import type { Api } from '../../http/api.ts'
import { isSecure } from '../../http/cookies.ts'
import { type Browser, ensureBrowser } from '../../ui/forms/browser.ts'
import { htmlType } from '../../ui/html.ts'
import { askedLang } from '../../ui/page-request.ts'
import type { Lang } from '../../ui/words/lang.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import type { BackOfficeSession } from '../sessions/session.ts'

/** The language of somebody who asks: their own choice, `?lang=`, or what their browser prefers. */
export function langOf(request: FastifyRequest, session: BackOfficeSession | undefined): Lang {
  return session?.lang ?? askedLang(request)
}

/** A text that a form sent, cut to a length. */
export function textOf(fields: Readonly<Record<string, unknown>>, name: string, most: number): string {
  const value = fields[name]
  return typeof value === 'string' ? cutText(value, most) : ''
}

/** A password that a form sent, whole: of one that is cut, nobody knows by how much when it is typed again. */
export function passwordOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  return textOf(fields, name, Number.POSITIVE_INFINITY)
}

/** The browser of somebody who has no session yet: forms are bound to it. */
export function browserAt(api: Api, backOffice: BackOffice, request: FastifyRequest, reply: FastifyReply): Browser {
  return ensureBrowser(request, reply, { path: pathOf[backOffice], isSecure: isSecure(api) })
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).send(page)
}

// After a form the browser is sent to a page: reloading it sends nothing again.
export function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303)
}
