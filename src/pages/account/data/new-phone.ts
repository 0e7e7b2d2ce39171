import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeDigits } from '../../../money/checkout/phone-code/phone-code.ts'
import { findExposure } from '../../../money/collections/customers.ts'
import { listPurchases } from '../../../money/collections/purchases.ts'
import { correctCustomer } from '../../../money/customers/correct-customer.ts'
import { emailContact } from '../../../money/risk/contact.ts'
import { findBlocksOf } from '../../../money/risk/service-blocks.ts'
import { homeCountryOf } from '../../../platform/base/markets.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { customer } from '../../../platform/base/principal.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import type { Api } from '../../../platform/http/api.ts'
import { htmlType } from '../../../platform/ui/html.ts'
import { readPageContext, type SignedIn } from '../page-context.ts'
import { spendCode, tryCode } from '../sign-in/codes.ts'
import { sendCode } from '../sign-in/send-code.ts'
import { moveSession } from '../sign-in/sessions.ts'
import type { CustomerSession } from '../sign-in/sign-in.ts'
import { findSignIn } from '../sign-in/sign-ins.ts'
import { addressOf } from '../view-model.ts'
import { fieldOf, readForm, showData } from './forms.ts'
import { renderCodes } from './views.ts'

const schema = { hide: true }

/** Adds the forms for a new phone: codes go to both numbers, and both are needed. */
export function addNewPhone(server: FastifyInstance, api: Api): void {
  server.get('/account/new-phone', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    if (context.session === undefined) return reply.redirect(addressOf(context.model, 'data'), 303)
    return showCodes(api, { ...context, session: context.session }, reply)
  })
  server.post('/account/new-phone', { schema }, (request, reply) => sendCodes(api, request, reply))
  server.post('/account/new-phone-codes', { schema }, (request, reply) => changePhone(api, request, reply))
}

/** The keys under which the codes of a session's change of phone are kept, as a browser's code for a sign-in is. */
function keysOf({ hash }: CustomerSession): { readonly old: Buffer; readonly new: Buffer } {
  const keyOf = (which: string): Buffer => createHash('sha256').update(`${which} phone `).update(hash).digest()
  return { old: keyOf('old'), new: keyOf('new') }
}

async function sendCodes(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context, fields } = await readForm(api, request, reply)
  const { session, scope, words, model, address } = context
  const { texts } = words
  const typed = fieldOf(fields, 'phone', 32)
  const refuse = async (problem: string, code = 422): Promise<FastifyReply> =>
    reply
      .code(code)
      .type(htmlType)
      .send(await showData(api, context, { phone: typed, problems: { phone: problem } }))
  const phone = parsePhone(typed, homeCountryOf(scope.region))
  if (phone === undefined) return refuse(texts.phoneProblems.wrong)
  if (phone === session.phone) return refuse(texts.newPhoneSame)
  if (!(await mayMove(api, context))) return refuse(texts.newPhoneBlocked)
  const keys = keysOf(session)
  const send = async (browserHash: Buffer, to: string) => {
    const signIn = await findSignIn(api.app, scope, browserHash)
    const code = { browserHash, signIn, phone: to, lang: model.lang, address, purpose: 'new_phone' } as const
    return sendCode(api.app, scope, code)
  }
  for (const [key, to] of [
    [keys.new, phone],
    [keys.old, session.phone],
  ] as const) {
    const outcome = await send(key, to)
    if (outcome === 'locked') return refuse(texts.newPhoneLocked)
    // A code that was sent a moment ago is still good.
    if (outcome !== 'sent' && outcome !== 'wait') return refuse(texts.phoneProblems[outcome])
  }
  return reply.redirect(addressOf({ ...model, purchaseId: undefined }, 'new-phone'), 303)
}

// Otherwise a customer who is blocked or overdue could go on with another number.
async function mayMove({ app }: Api, { session, requestId }: SignedIn): Promise<boolean> {
  const { purchases } = await listPurchases(app, session, { limit: 10, skip: 0, requestId })
  const emails = purchases.map(({ plan }) => emailContact(plan.payment.order.buyer.email))
  for (const contact of new Set([session.phone, ...emails.filter((email) => email !== '')])) {
    const { byService, merchantIds } = await findBlocksOf(app, contact)
    if (byService || merchantIds.length > 0) return false
  }
  return (await findExposure(app, session.phone)).every(({ isOverdue }) => !isOverdue)
}

interface Problems {
  readonly oldCode?: string
  readonly newCode?: string
}

async function showCodes(
  { app }: Api,
  { session, scope, model, words, isSandbox }: SignedIn,
  reply: FastifyReply,
  problems?: Problems,
): Promise<FastifyReply> {
  const keys = keysOf(session)
  const [ofOld, ofNew] = await Promise.all([findSignIn(app, scope, keys.old), findSignIn(app, scope, keys.new)])
  const home = { ...model, purchaseId: undefined }
  if (ofOld === undefined || ofNew === undefined) return reply.redirect(addressOf(home, 'data'), 303)
  const page = renderCodes(home, words, {
    ...{ oldPhone: ofOld.phone, newPhone: ofNew.phone, digits: codeDigits(scope.isTest) },
    ...(problems !== undefined && { problems }),
    outboxes: isSandbox ? [ofOld, ofNew].map(({ id }) => `/sandbox/outbox?sessionId=${id}`) : [],
  })
  return reply
    .code(problems === undefined ? 200 : 422)
    .type(htmlType)
    .send(page)
}

async function changePhone(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { app } = api
  const { context, fields } = await readForm(api, request, reply)
  const { session, scope, model, words } = context
  const { newPhoneWrong, newPhoneLocked } = words.texts
  const keys = keysOf(session)
  const typed = (name: string): string => latinDigits(fieldOf(fields, name, 32)).replace(/\s/g, '')
  const ofOld = await tryCode(app, scope, keys.old, typed('oldCode'))
  const ofNew = await tryCode(app, scope, keys.new, typed('newCode'))
  const problemOf = (tried: typeof ofOld): string | undefined =>
    typeof tried === 'object' ? undefined : tried === 'locked' ? newPhoneLocked : newPhoneWrong
  const [oldCode, newCode] = [problemOf(ofOld), problemOf(ofNew)]
  if (typeof ofOld !== 'object' || typeof ofNew !== 'object' || ofOld.phone !== session.phone) {
    return showCodes(api, context, reply, { ...(oldCode && { oldCode }), ...(newCode && { newCode }) })
  }
  if (!(await mayMove(api, context))) return showCodes(api, context, reply, { oldCode: words.texts.newPhoneBlocked })
  const isSpent = (await spendCode(app, scope, keys.old, ofOld)) && (await spendCode(app, scope, keys.new, ofNew))
  if (isSpent) {
    await correctCustomer(app, session, { by: customer, claims: ['proved'], phone: ofNew.phone })
    await moveSession(app, session, ofNew.phone)
  }
  return reply.redirect(addressOf({ ...model, purchaseId: undefined }, 'data', isSpent ? { note: 'phone' } : {}), 303)
}
