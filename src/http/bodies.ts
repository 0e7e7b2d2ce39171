import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badData } from '../base/refusals.ts'
import { type OperationTexts, textsOf } from './errors.ts'

/** The largest request body, in bytes (decisions section 3). */
export const bodyLimitBytes = 1024 * 1024

/**
 * Reads every body as JSON whatever its content type says, for clients leave it out or get it wrong; an operation without a
 * body ignores what is sent as one.
 */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (request, body, done) => {
    try {
      done(null, readJson(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** What clients send where they have nothing to say. */
const nothing: ReadonlySet<string> = new Set(['', 'null', '[]'])

function readJson(request: FastifyRequest, body: Buffer): unknown {
  if (request.routeOptions.config.bodyless) return undefined
  const texts = textsOf(request)
  if (!isUtf8(body)) throw badData(texts.decode)
  const source = body.toString('utf8').trim()
  if (request.routeOptions.config.bodyOptional && nothing.has(source)) return undefined
  if (source === '') throw badData(texts.empty ?? texts.decode)
  const value = parse(source, texts)
  if (value === null) throw badData(texts.decode)
  return value
}

function parse(source: string, texts: OperationTexts): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    const cutOff = endsTooEarly(String(error), source.length)
    throw badData(cutOff ? (texts.empty ?? texts.decode) : texts.decode)
  }
}

/** Whether the parser stumbled over the end of the text and not over something in it. */
function endsTooEarly(complaint: string, length: number): boolean {
  const position = /at position (\d+)/.exec(complaint)?.[1]
  return /end of JSON|Unterminated string/.test(complaint) || Number(position) >= length
}
