import type { PaymentId } from '../../platform/base/ids.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { JournalEntry } from './entry.ts'
import { type AnsweredCall, entryOfCall, failureOf, operationOf } from './request-entry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On pages of customers: as whom somebody acts, and on which payment. */
    customerDeed?: { readonly actor: Actor; readonly paymentId: PaymentId }
  }
}

/** What the customer did, and wanted to do. */
interface Deed {
  readonly operation: string
  readonly done: string
  readonly wanted: string
}

function deed(operation: string, done: string, wanted: string): Deed {
  return { operation, done, wanted }
}

const leaves = deed('cancelPayment', 'left', 'leave')
const changes = deed('changeCard', 'gave another card', 'give another card')

/** The sandbox calls in which a program plays the customer, by their operations. A card that is never answered has paid nothing when these are. */
const playedDeeds: Readonly<Record<string, Deed>> = {
  authorizePayment: deed(
    'authorizePayment',
    'accepted, and the first part was asked of the card',
    'accept and pay the first part',
  ),
  rejectPayment: deed('rejectPayment', 'was refused', 'be refused'),
  cancelPayment: leaves,
  payEarly: deed('payEarly', 'asked to pay ahead of time', 'pay ahead of time'),
  changeCard: changes,
  openDispute: deed('openDispute', 'opened a dispute', 'open a dispute'),
  withdrawDispute: deed('withdrawDispute', 'withdrew a dispute', 'withdraw a dispute'),
  provideCustomerEvidence: deed('provideCustomerEvidence', 'answered what support asked', 'answer what support asked'),
}

const opened = deed('openPage', 'opened the payment page', 'open the payment page')
const answersBank = deed('answerBank', 'answered the bank', 'answer the bank')

/** What is done on pages, by method and route. What comes of it the page shows later: who is sent on may have paid nothing. */
const pageDeeds: Readonly<Record<string, Deed>> = {
  'GET /hpp': opened,
  'GET /hpp/': opened,
  'POST /hpp/phone': deed('givePhone', 'gave a phone number', 'give a phone number'),
  'POST /hpp/code': deed('enterCode', 'typed a code', 'type a code'),
  'POST /hpp/resend': deed('resendCode', 'asked for another code', 'ask for another code'),
  'POST /hpp/card': deed('giveCard', 'gave a card', 'give a card'),
  'POST /hpp/pay': deed('payFirstPart', 'pressed the button that pays the first part', 'pay the first part'),
  'POST /hpp/bank': answersBank,
  'GET /hpp/bank-back': deed('returnFromBank', 'came back from the bank', 'come back from the bank'),
  'POST /hpp/cancel': leaves,
  'POST /account/pay': deed('payEarly', 'pressed the button that pays ahead of time', 'pay ahead of time'),
  'POST /account/bank': answersBank,
  'POST /account/card': changes,
}

/** Answers that tell what came of what a customer did. With any other nothing was done. */
const played = new Set([200, 400, 409])
const shown = new Set([200, 303, 422])

/** The entry of what a customer did in this call, on a page or played by a program; undefined where a customer did nothing. */
export function customerEntry(call: AnsweredCall): JournalEntry | undefined {
  const { request, reply } = call
  const { caller, customerDeed } = request
  const { url = '' } = request.routeOptions
  if (caller !== undefined) {
    const found = playedDeeds[operationOf(request) ?? '']
    if (found === undefined || !played.has(reply.statusCode)) return undefined
    const entry = entryOfCall(call, caller)
    return { ...entry, kind: 'customer', summary: sentenceOf(found, entry) }
  }
  const found = pageDeeds[`${request.method} ${url}`]
  if (found === undefined || customerDeed === undefined || !shown.has(reply.statusCode)) return undefined
  const { actor, paymentId } = customerDeed
  const { operation } = found
  // What was typed is nobody's business: codes, cards, phone numbers.
  const entry = { ...entryOfCall(call, actor), operation, paymentId, request: null, answer: null }
  return { ...entry, kind: 'customer', summary: sentenceOf(found, entry) }
}

function sentenceOf({ done, wanted }: Deed, { status, answer }: Pick<JournalEntry, 'status' | 'answer'>): string {
  if (status === null || status < 400) return `The customer ${done}.`
  const why = failureOf(status, answer)
  return `The customer wanted to ${wanted}, and was told what is in the way${why}.`
}
