import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { correctCustomer } from '../../../money/customers/correct-customer.ts'
import { eraseCustomer } from '../../../money/customers/erase-customer.ts'
import { takeSlot } from '../../../money/customers/slots.ts'
import { isEmail } from '../../../money/risk/contact.ts'
import { customer } from '../../../platform/base/principal.ts'
import { second } from '../../../platform/base/times.ts'
import type { Api } from '../../../platform/http/api.ts'
import { isSecure } from '../../../platform/http/cookies.ts'
import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import { htmlType } from '../../../platform/ui/html.ts'
import { queryOf } from '../../../platform/ui/page-request.ts'
import { type PageContext, readPageContext, type SignedIn } from '../page-context.ts'
import { refusals } from '../refusals.ts'
import { sendToken } from '../sign-in/sessions.ts'
import { renderSignIn } from '../sign-in-actions.ts'
import { addressOf } from '../view-model.ts'
import { makeArchive } from './archive.ts'
import { fieldOf, readForm, showData } from './forms.ts'
import { addNewPhone } from './new-phone.ts'
import { renderErased } from './views.ts'

const schema = { hide: true }
/** How long an erasing may keep a customer waiting; a worker does the rest. */
const eraseMs = 5 * second

/**
 * Adds `/account/data`: what is kept of the customer as a ZIP, corrections, a new phone, and erasing
 * (docs/contract/terms.md#export).
 */
export function addData(server: FastifyInstance, api: Api, places: () => Promise<readonly ErasedPlace[]>): void {
  server.get('/account/data', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    const page = isSignedIn(context) ? await viewData(api, context, request) : await renderSignIn(api.app, context)
    return reply.type(htmlType).send(page)
  })
  server.post('/account/data', { schema }, (request, reply) => sendArchive(api, request, reply))
  server.post('/account/correct', { schema }, (request, reply) => correct(api, request, reply))
  server.post('/account/erase', { schema }, async (request, reply) => erase(api, await places(), request, reply))
  addNewPhone(server, api)
}

function isSignedIn(context: PageContext): context is SignedIn {
  return context.session !== undefined
}

function viewData(api: Api, context: SignedIn, request: FastifyRequest): Promise<string> {
  const { correctDone, newPhoneDone } = context.words.texts
  const note = { corrected: correctDone, phone: newPhoneDone }[queryOf(request, 'note') ?? '']
  return showData(api, context, { note })
}

async function sendArchive(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = await readForm(api, request, reply)
  const { session, words } = context
  const archive = await makeArchive(api.app, session)
  if (archive === undefined) throw refusals.noSuchPurchase()
  if (archive === 'busy') {
    const page = await showData(api, context, { problems: { export: words.texts.dataBusy } })
    return reply.code(429).header('retry-after', '60').type(htmlType).send(page)
  }
  reply.header('content-disposition', 'attachment; filename="my-data.zip"')
  return reply.type('application/zip').send(archive)
}

const longestName = 200

async function correct(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context, fields } = await readForm(api, request, reply)
  const { session, model, words } = context
  const [name, email] = [fieldOf(fields, 'name'), fieldOf(fields, 'email')]
  const problems = {
    ...((name === '' || name.length > longestName) && { name: words.texts.nameWrong }),
    ...((!isEmail(email) || /\s/.test(email)) && { email: words.texts.emailWrong }),
  }
  if (Object.keys(problems).length > 0) {
    return reply
      .code(422)
      .type(htmlType)
      .send(await showData(api, context, { name, email, problems }))
  }
  await correctCustomer(api.app, session, { by: customer, claims: ['proved'], name, email })
  return reply.redirect(addressOf({ ...model, purchaseId: undefined }, 'data', { note: 'corrected' }), 303)
}

async function erase(
  api: Api,
  places: readonly ErasedPlace[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, fields } = await readForm(api, request, reply)
  const { session, scope, model, words } = context
  const refuse = async (sure: string): Promise<FastifyReply> =>
    reply
      .code(422)
      .type(htmlType)
      .send(await showData(api, context, { problems: { sure } }))
  if (fieldOf(fields, 'sure') !== 'yes') return refuse(words.texts.eraseUnsure)
  const end = takeSlot(api.app, 'erase', session)
  if (end === undefined) return refuse(words.texts.eraseBusy)
  try {
    const done = await eraseCustomer(api.app, places, session, { by: customer, reason: '', mostMs: eraseMs })
    if (done === undefined) return refuse(words.texts.eraseNothing)
    sendToken(reply, scope, undefined, isSecure(api))
    const until = done.until === null ? undefined : words.longDate(new Date(done.until).toISOString().slice(0, 10))
    return reply.type(htmlType).send(renderErased(model, words, { ...done, until }))
  } finally {
    end()
  }
}
