import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../http/api.ts'
import { type BackOfficePageProps, renderBackOfficePage } from '../../ui/back-office/back-office-page.ts'
import type { Content } from '../../ui/html.ts'
import type { BackOffice } from '../back-office.ts'
import { askProof } from '../proof.ts'
import { fieldsOf, sessionOf } from './back-office-pages.ts'
import type { FrameOf } from './frame.ts'
import { langOf, sendPage } from './page-request.ts'

/** The context of a person's own pages at a back office. */
export interface OwnPages {
  readonly api: Api
  readonly backOffice: BackOffice
  readonly frameOf: FrameOf
}

/** Sends one of a person's own pages. */
export function sendFramed(
  { frameOf }: OwnPages,
  request: FastifyRequest,
  reply: FastifyReply,
  props: BackOfficePageProps,
  content: Content,
): FastifyReply {
  return sendPage(reply, renderBackOfficePage(frameOf(request), props, content))
}

/**
 * Returns whether a page that asks for a proof was sent. It does not return the reply: `await reply` waits until it is
 * sent and then gives undefined.
 */
export async function isProofAsked(own: OwnPages, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const session = sessionOf(request, own.backOffice)
  const step = { lang: langOf(request, session), address: request.url }
  const question = await askProof(
    own.api,
    session,
    request.method === 'POST' ? { ...step, fields: fieldsOf(request) } : step,
  )
  if (question === undefined) return false
  sendFramed(own, request, question.isError ? reply.code(422) : reply, question, question.content)
  return true
}
