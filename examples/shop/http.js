/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** Allows no scripts or pictures of other sites. */
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** An error of the visitor, with its message for the page. */
export class Wrong extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** Returns the raw body, because signatures cover these bytes. @param {IncomingMessage} request @returns {Promise<Buffer>} */
export async function readBody(request, mostBytes = 1_000_000) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Wrong(413, 'That is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns a form with its files. @param {IncomingMessage} request */
export async function readForm(request) {
  const body = await readBody(request, 6_000_000)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new Wrong(400, 'That is no form.')
  })
}

/** @param {FormData} form @param {string} name */
export function textOf(form, name) {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim().slice(0, 500) : ''
}

/** @param {ServerResponse} response @param {string} page @param {number} [status] */
export function sendPage(response, page, status = 200) {
  const headers = { 'content-security-policy': policy, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' }
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page)
}

/** Redirects after a form, so that a reload does not send it again. @param {ServerResponse} response @param {string} to */
export function redirect(response, to) {
  response.writeHead(303, { location: to }).end()
}

/** Whether a form is from another site. @param {IncomingMessage} request */
export function isForeign({ headers }) {
  const { origin, host } = headers
  if (headers['sec-fetch-site'] === 'cross-site') return true
  // Frames and pages that hide their origin send `null`.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
