import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionId } from '../base/ids.ts'

/** A browser, known by a random cookie that only it has. */
export interface Visitor {
  readonly cookie: string
  /** What is kept of it. */
  readonly hash: Buffer
}

const cookieName = 'qist_browser'
const cookieForm = /^[A-Za-z0-9_-]{43}$/

/** The browser that asks; undefined when it brought no cookie of ours. */
export function findVisitor(request: FastifyRequest): Visitor | undefined {
  const cookie = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1]
  return cookie !== undefined && cookieForm.test(cookie) ? visitorOf(cookie) : undefined
}

/** The browser that asks, which gets a cookie when it has none. The cookie goes with no request that another site causes. */
export function meetVisitor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Visitor {
  const known = findVisitor(request)
  if (known !== undefined) return known
  const visitor = visitorOf(randomBytes(32).toString('base64url'))
  const attributes = ['Path=/hpp', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  reply.header('set-cookie', `${cookieName}=${visitor.cookie}; ${attributes.join('; ')}`)
  return visitor
}

function visitorOf(cookie: string): Visitor {
  return { cookie, hash: sha256(cookie) }
}

/** What a form of this session must carry when this browser sends it: nobody else can make it up. */
export function formTokenFor(visitor: Visitor, sessionId: SessionId): string {
  return sha256(`form ${visitor.cookie} ${sessionId}`).toString('base64url')
}

export function isFormToken(token: unknown, visitor: Visitor, sessionId: SessionId): boolean {
  if (typeof token !== 'string') return false
  const given = Buffer.from(token)
  const expected = Buffer.from(formTokenFor(visitor, sessionId))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
