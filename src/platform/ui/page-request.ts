import type { FastifyRequest } from 'fastify'
import { type Lang, parseLang } from './words/lang.ts'

/** One of the request's query parameters; undefined where it is absent or there are several. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** The language that a request asks for: `?lang=`, or what the browser prefers. */
export function askedLang(request: FastifyRequest): Lang {
  const asked = parseLang(queryOf(request, 'lang'))
  return asked ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}
