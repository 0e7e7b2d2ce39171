/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** Scripts and pictures from elsewhere have no business here. */
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What a visitor did wrong, in a word for the visitor. */
export class Wrong extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** The body as it came: signatures are over these bytes. @param {IncomingMessage} request @returns {Promise<Buffer>} */
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

/** A form with its files. @param {IncomingMessage} request */
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

/** After a form a page is read with GET, so that going back and again sends nothing twice. @param {ServerResponse} response @param {string} to */
export function redirect(response, to) {
  response.writeHead(303, { location: to }).end()
}

/** Forms come from the shop's own pages, and never from another site. @param {IncomingMessage} request */
export function isForeign({ headers }) {
  const { origin, host } = headers
  if (headers['sec-fetch-site'] === 'cross-site') return true
  // Frames and pages that hide where they are from send `null`.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
