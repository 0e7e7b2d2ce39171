import type { PaymentId } from '../../platform/base/ids.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { JournalEntry } from './entry.ts'
import { type AnsweredCall, entryOfCall, failureOf, operationOf } from './request-entry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on customer pages: the acting customer and the payment. */
    customerAction?: { readonly actor: Actor; readonly paymentId: PaymentId }
  }
}

/** A customer's action, in two forms for sentences: `done` after "The customer", `wanted` after "wanted to". */
interface CustomerAction {
  readonly operation: string
  readonly done: string
  readonly infinitive: string
}

function action(operation: string, done: string, infinitive: string): CustomerAction {
  return { operation, done, infinitive }
}

const leaves = action('cancelPayment', 'left', 'leave')
const changes = action('changeCard', 'gave another card', 'give another card')

/**
 * Sandbox calls in which a program plays the customer, by operation. A successful call does not mean that the card was
 * charged: the processor may still be silent.
 */
const playedActions: Readonly<Record<string, CustomerAction>> = {
  authorizePayment: action(
    'authorizePayment',
    'accepted, and the first part was asked of the card',
    'accept and pay the first part',
  ),
  rejectPayment: action('rejectPayment', 'was refused', 'be refused'),
  cancelPayment: leaves,
  payEarly: action('payEarly', 'asked to pay ahead of time', 'pay ahead of time'),
  changeCard: changes,
  openDispute: action('openDispute', 'opened a dispute', 'open a dispute'),
  withdrawDispute: action('withdrawDispute', 'withdrew a dispute', 'withdraw a dispute'),
  provideCustomerEvidence: action(
    'provideCustomerEvidence',
    'answered what support asked',
    'answer what support asked',
  ),
}

const opened = action('openPage', 'opened the payment page', 'open the payment page')
const answersBank = action('answerBank', 'answered the bank', 'answer the bank')

/**
 * Page actions by method and route. A redirect does not mean that the payment was made; the page shows the outcome
 * later.
 */
const pageActions: Readonly<Record<string, CustomerAction>> = {
  'GET /hpp': opened,
  'GET /hpp/': opened,
  'POST /hpp/phone': action('givePhone', 'gave a phone number', 'give a phone number'),
  'POST /hpp/code': action('enterCode', 'typed a code', 'type a code'),
  'POST /hpp/resend': action('resendCode', 'asked for another code', 'ask for another code'),
  'POST /hpp/card': action('giveCard', 'gave a card', 'give a card'),
  'POST /hpp/pay': action('payFirstPart', 'pressed the button that pays the first part', 'pay the first part'),
  'POST /hpp/bank': answersBank,
  'GET /hpp/bank-back': action('returnFromBank', 'came back from the bank', 'come back from the bank'),
  'POST /hpp/cancel': leaves,
  'POST /account/pay': action('payEarly', 'pressed the button that pays ahead of time', 'pay ahead of time'),
  'POST /account/bank': answersBank,
  'POST /account/card': changes,
}

/** Answer statuses after which a customer's action is journalled. With any other status the action had no effect. */
const played = new Set([200, 400, 409])
const shown = new Set([200, 303, 422])

/**
 * Returns the entry of a customer's action, made on a page or played by a program. Returns undefined if the call is no
 * customer action.
 */
export function customerEntry(call: AnsweredCall): JournalEntry | undefined {
  const { request, reply } = call
  const { caller, customerAction } = request
  const { url = '' } = request.routeOptions
  if (caller !== undefined) {
    const found = playedActions[operationOf(request) ?? '']
    if (found === undefined || !played.has(reply.statusCode)) return undefined
    const entry = entryOfCall(call, caller)
    return { ...entry, kind: 'customer', summary: sentenceOf(found, entry) }
  }
  const found = pageActions[`${request.method} ${url}`]
  if (found === undefined || customerAction === undefined || !shown.has(reply.statusCode)) return undefined
  const { actor, paymentId } = customerAction
  const { operation } = found
  // Codes, cards and phone numbers that a customer typed are never stored.
  const entry = { ...entryOfCall(call, actor), operation, paymentId, request: null, answer: null }
  return { ...entry, kind: 'customer', summary: sentenceOf(found, entry) }
}

function sentenceOf(
  { done, infinitive }: CustomerAction,
  { status, answer }: Pick<JournalEntry, 'status' | 'answer'>,
): string {
  if (status === null || status < 400) return `The customer ${done}.`
  const why = failureOf(status, answer)
  return `The customer wanted to ${infinitive}, and was told what is in the way${why}.`
}
