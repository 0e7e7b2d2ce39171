import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BackOfficePageProps, renderBackOfficePage } from '../../ui/back-office/back-office-page.ts'
import type { BackOfficeFrame } from '../../ui/back-office/frame.ts'
import { type Content, htmlType } from '../../ui/html.ts'
import { fieldsOf } from './back-office-pages.ts'

/** What a form sent; of a field that came several times, the last. */
export type Fields = Readonly<Record<string, string>>

/** What is answered: a page, another address, or a file that is downloaded. */
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
 * Sends an answer; `frame`: what stands around a page. After a form the browser is sent to a page: reloading it sends nothing again.
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

/** What the form of a request sent. */
export function formOf(request: FastifyRequest): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(request)).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  )
}

/** An address with those of the query's parameters that are there. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
