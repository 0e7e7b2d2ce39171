import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BackOfficePageProps, renderBackOfficePage } from '../../ui/back-office/back-office-page.ts'
import type { BackOfficeFrame } from '../../ui/back-office/frame.ts'
import { type Content, htmlType } from '../../ui/html.ts'
import { fieldsOf } from './back-office-pages.ts'

/** The fields of a form. A repeated field has its last value. */
export type Fields = Readonly<Record<string, string>>

/** The answer to a request: a page, a redirect, or a file to download. */
export type Answer =
  | { readonly page: BackOfficePageProps; readonly content: Content; readonly status?: number }
  | { readonly goTo: string }
  | {
      readonly file: {
        readonly name: string
        readonly type: string
        readonly body: AsyncIterable<Buffer | string> | Buffer
      }
    }

/**
 * Sends an answer. `frame`: header and navigation of the page. A form answers with a redirect, so that a reload does
 * not send it again.
 */
export async function sendAnswer(
  reply: FastifyReply,
  answer: Answer,
  frame: () => BackOfficeFrame,
): Promise<FastifyReply> {
  if ('goTo' in answer) return reply.redirect(answer.goTo, 303)
  if ('file' in answer) {
    const { name, type, body } = answer.file
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false }))
  }
  const { page, content, status = 200 } = answer
  return reply
    .code(status)
    .type(htmlType)
    .send(renderBackOfficePage(frame(), page, content))
}

/** Returns the fields of a form. */
export function formOf(request: FastifyRequest): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(request)).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  )
}

/** Returns an address with the defined parameters of the query. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}
