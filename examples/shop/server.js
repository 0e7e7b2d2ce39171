import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { compareBooks } from './books.js'
import { isForeign, readBody, sendPage, Wrong } from './http.js'
import { takeNotification } from './notify.js'
import { visitOffice } from './office.js'
import { allOrders } from './orders.js'
import { problemPage } from './pages.js'
import { settings } from './settings.js'
import { settle } from './settle.js'
import { visitShop } from './visit.js'
import { isOpen } from './watch.js'
import { registerWebhooks } from './webhook.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const style = readFileSync(new URL('shop.css', import.meta.url))
const officePassword = settings.officePassword ?? randomBytes(9).toString('base64url')
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** @param {IncomingMessage} request @param {ServerResponse} response */
async function answer(request, response) {
  const url = new URL(request.url ?? '/', settings.ownUrl)
  const [, first, ...rest] = url.pathname.split('/')
  if (url.pathname === '/qist/notifications' && request.method === 'POST') {
    response.writeHead(await takeNotification(await readBody(request), request.headers)).end()
  } else if (url.pathname === '/shop.css') response.writeHead(200, { 'content-type': 'text/css' }).end(style)
  else if (request.method === 'POST' && isForeign(request)) throw new Wrong(403, 'This form is not from our pages.')
  else if (first !== 'office') await visitShop(request, response, url)
  else if (isStaff(request)) await visitOffice(request, response, rest)
  else response.writeHead(401, { 'www-authenticate': 'Basic realm="Back office"' }).end('For staff only.')
}

/** @param {IncomingMessage} request */
function isStaff({ headers }) {
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Basic ${Buffer.from(`staff:${officePassword}`).toString('base64')}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (!(error instanceof Wrong)) console.error(error)
    if (response.headersSent) return response.destroy()
    const [status, words] =
      error instanceof Wrong ? [error.status, error.message] : [500, 'Something is wrong with us. Please try again.']
    sendPage(response, problemPage(words), status)
  })
})

server.listen(settings.port, settings.host)
await once(server, 'listening')
console.log(`The shop is open: http://${settings.host}:${settings.port}`)
console.log(`Back office: /office, user staff, password ${officePassword}`)
if (!settings.isPolling) await register()
// Continues the work that was under way when the shop ended, and catches up on changes since then.
for (const order of allOrders().filter(isOpen)) void settle(order)
compare()
setInterval(compare, hourMs)

async function register() {
  try {
    await registerWebhooks()
  } catch (error) {
    console.error(`Nobody tells the shop what happens: ${error instanceof Error ? error.message : error}`)
    setTimeout(register, minuteMs)
  }
}

function compare() {
  compareBooks().catch((error) => console.error(`Books: ${error.message}`))
}
