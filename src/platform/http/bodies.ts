import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCutOff } from './connections.ts'
import { bodyTooLarge, cutOffRefusal, type OperationTexts, textsOf, undecoded, undecodedEnd } from './errors.ts'
import { isDearToParse } from './parse-cost.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The largest body of this request, in bytes, if a guard allows less than `bodyLimitBytes`. */
    mostBodyBytes?: number
  }
  interface FastifyContextConfig {
    /** Members that take a decimal number as a text: a long JSON number is read as its text, with all digits. */
    decimals?: ReadonlySet<string>
  }
}

/** The largest request body, in bytes (docs/contract/conventions.md#limits-of-bodies). */
const bodyLimitBytes = 1024 * 1024

/**
 * Reads every body as JSON, whatever its content type is, because clients leave it out or get it wrong. Operations
 * without a body ignore one.
 */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  // Fastify refuses a malformed content type before it reads the body.
  server.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined && !contentTypeForm.test(headers['content-type']))
      delete headers['content-type']
  })
  // Other readers of bodies, such as that of forms, may take a cut-off body for complete.
  server.addHook('preValidation', async (request) => {
    if (isCutOff(request.raw)) throw cutOffRefusal(request)
  })
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (request, body, done) => {
    try {
      done(null, readJson(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

const contentTypeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(;|$)/

/** Bodies that mean no body. */
const nothing: ReadonlySet<string> = new Set(['', 'null', '[]'])

function readJson(request: FastifyRequest, body: Buffer): unknown {
  if (isCutOff(request.raw)) throw cutOffRefusal(request)
  if (request.routeOptions.config.bodyless) return undefined
  if (body.length > (request.mostBodyBytes ?? bodyLimitBytes)) throw bodyTooLarge()
  const texts = textsOf(request)
  const letters = wholeLetters(body)
  if (letters === undefined || isDearToParse(letters)) throw undecoded(texts)
  const source = letters.toString('utf8').trim()
  if (request.routeOptions.config.bodyOptional && nothing.has(source)) return undefined
  if (source === '') throw undecodedEnd(texts)
  const value = parse(source, texts, request.routeOptions.config.decimals)
  if (value === null || letters.length < body.length) throw undecoded(texts)
  return value
}

function parse(source: string, texts: OperationTexts, decimals: ReadonlySet<string> | undefined): unknown {
  try {
    // A function for each value makes the parser slower, and few bodies have numbers that need it.
    const isExact = decimals === undefined || !longNumber.test(source)
    return isExact ? JSON.parse(source) : JSON.parse(source, keepDigits(decimals))
  } catch (error) {
    const cutOff = endsTooEarly(String(error), source.length)
    throw cutOff ? undecodedEnd(texts) : undecoded(texts)
  }
}

/** More digits than a JavaScript number keeps. */
const longNumber = /\d(?:\.?\d){15}/

function keepDigits(decimals: ReadonlySet<string>) {
  return (name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && decimals.has(name) ? (context?.source ?? value) : value
}

// A body may be cut off within a character of several bytes. The part before it is still judged as cut off.
function wholeLetters(body: Buffer): Buffer | undefined {
  for (let cut = 0; cut <= Math.min(3, body.length); cut += 1) {
    const letters = body.subarray(0, body.length - cut)
    if (isUtf8(letters)) return cut === 0 || startsLetter(body, letters.length) ? letters : undefined
  }
  return undefined
}

function startsLetter(body: Buffer, at: number): boolean {
  const lead = body[at] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return lead >= 0xc2 && lead <= 0xf4 && at + length > body.length
}

/** Returns whether the parser failed at the end of the text and not within it. */
function endsTooEarly(complaint: string, length: number): boolean {
  const position = /at position (\d+)/.exec(complaint)?.[1]
  return /end of JSON|Unterminated string/.test(complaint) || Number(position) >= length
}
