import { correctCustomer } from '../../../money/customers/correct-customer.ts'
import {
  confirmErasing,
  type ErasureRequest,
  erasureRefusals,
  getErasureRequest,
  listErasureRequestsOf,
  requestErasing,
  withdrawErasing,
} from '../../../money/customers/erasure-requests.ts'
import { isEmail } from '../../../money/risk/contact.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { endClaim } from '../../../platform/people/claims/claims.ts'
import { withQuery } from '../../../platform/people/pages/answers.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import { answerTaken } from '../claims/answer-taken.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPhone, reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { requireOpened } from './customer-forms.ts'

/** The customer's page after a form, with the outcome or the problem. */
function backTo({ address }: SupportVisit, phone: string, outcome: Readonly<Record<string, string>>): SupportAnswer {
  return { goTo: address('customers', { phone, ...outcome }) }
}

const isTestIn = (fields: Fields): boolean => fields['mode'] === 'test'

// The log contains no personal data: only the end of the phone.
function subjectOf(phone: string) {
  const { onKind, onId } = caseOfPhone(phone)
  return { onKind, onId }
}

/** Sends everything that is kept of a customer in one mode as a ZIP. */
export async function submitExport(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, parts } = visit
  const phone = await requireOpened(visit, fields)
  const customer = { phone, isTest: isTestIn(fields) }
  const archive = await parts.makeArchive(app, customer)
  if (archive === undefined || archive === 'busy') {
    return backTo(visit, phone, { problem: archive === undefined ? 'nothing' : 'busy' })
  }
  await recordDone(visit, { what: 'export_customer', ...subjectOf(phone) }, { isTest: customer.isTest })
  return { file: { name: 'customer.zip', type: 'application/zip', body: archive } }
}

/** Corrects a customer's name and e-mail in one mode. An empty field stays. */
export async function submitCorrect(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, principal } = visit
  const phone = await requireOpened(visit, fields)
  const [name, email] = [cutText((fields['name'] ?? '').trim(), 200), (fields['email'] ?? '').trim()]
  if ((name === '' && email === '') || (email !== '' && (!isEmail(email) || /\s/.test(email)))) {
    return backTo(visit, phone, { problem: 'correction' })
  }
  const isTest = isTestIn(fields)
  const corrected = await correctCustomer(
    app,
    { phone, isTest },
    {
      ...{ by: principal, claims: ['proved', 'unproved'] },
      ...(name !== '' && { name }),
      ...(email !== '' && { email }),
    },
  )
  if (corrected === undefined) return backTo(visit, phone, { problem: 'nothing' })
  await recordDone(visit, { what: 'correct_customer', ...subjectOf(phone) }, { isTest })
  return backTo(visit, phone, { done: 'corrected' })
}

/** Requests to erase a customer in one mode, for a reason. Another agent confirms. */
export async function submitErase(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, words, session } = visit
  const { texts } = words
  const phone = await requireOpened(visit, fields)
  const reason = reasonIn(fields)
  const mode = isTestIn(fields) ? 'test' : 'live'
  if (reason === undefined) return backTo(visit, phone, { problem: 'reason' })
  if (!isConfirmed(fields)) {
    return askPage(visit, {
      ...{ title: texts.eraseAsk, label: texts.eraseAsk, fields: { phone, mode, reason } },
      sentence: texts.eraseSentence(leftToRight(phone), texts[mode]),
      ...{ to: 'customers/erase', back: withQuery('customers', { phone }) },
    })
  }
  const customer = { phone, isTest: mode === 'test' }
  const by = { id: session.personId, name: session.email }
  try {
    await requestErasing(app, customer, by, reason, (tx, request_id) =>
      recordDone(visit, { what: 'ask_erasure', ...subjectOf(phone), details: { reason, request_id } }, customer, tx),
    )
  } catch (error) {
    return refused(visit, phone, error)
  }
  return backTo(visit, phone, { done: 'erasure_asked' })
}

/** Confirms another agent's request, after a confirmation and a second factor. Refuses with 403 one's own. */
export async function submitConfirmErase(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, words, principal, parts } = visit
  const { texts } = words
  const phone = await requireOpened(visit, fields)
  const request = await requestIn(visit, fields, phone)
  if (request === undefined) return backTo(visit, phone, { problem: 'decided' })
  if (request.requestedBy.id === visit.session.personId) throw erasureRefusals.needsAnother()
  const taken = await answerTaken(visit, request, `erasure-requests/${request.id}`)
  if (taken !== undefined) return taken
  if (!isConfirmed(fields)) {
    const mode = texts[request.isTest ? 'test' : 'live']
    return askPage(visit, {
      ...{ title: texts.eraseConfirm, label: texts.eraseConfirm, fields: { phone, request: request.id } },
      sentence: texts.eraseConfirmSentence(leftToRight(phone), mode, isolated(request.requestedBy.name)),
      ...{ to: 'customers/erase/confirm', back: withQuery('customers', { phone }) },
    })
  }
  const proof = await proofPage(visit, fields)
  if (proof !== undefined) return proof
  const activity = { what: 'confirm_erasure', ...subjectOf(phone), details: { request_id: request.id } } as const
  try {
    const places = await parts.loadErasedPlaces(app)
    await confirmErasing(app, places, principal, request, (tx) => recordDone(visit, activity, request, tx))
  } catch (error) {
    return refused(visit, phone, error)
  }
  await endClaim(app, request.id)
  return backTo(visit, phone, { done: 'erased' })
}

/** Withdraws a request. Any agent may do this. */
export async function submitWithdrawErase(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const phone = await requireOpened(visit, fields)
  const request = await requestIn(visit, fields, phone)
  if (request === undefined) return backTo(visit, phone, { problem: 'decided' })
  const taken = await answerTaken(visit, request, `erasure-requests/${request.id}`)
  if (taken !== undefined) return taken
  const activity = { what: 'withdraw_erasure', ...subjectOf(phone), details: { request_id: request.id } } as const
  try {
    await withdrawErasing(visit.app, request, (tx) => recordDone(visit, activity, request, tx))
  } catch (error) {
    return refused(visit, phone, error)
  }
  await endClaim(visit.app, request.id)
  return backTo(visit, phone, { done: 'erasure_withdrawn' })
}

// The request must be about the phone whose case is open.
async function requestIn({ app }: SupportVisit, fields: Fields, phone: string): Promise<ErasureRequest | undefined> {
  return (await listErasureRequestsOf(app, phone)).find(({ id }) => id === fields['request'])
}

function refused(visit: SupportVisit, phone: string, error: unknown): SupportAnswer {
  if (!(error instanceof Refusal)) throw error
  const problems: Readonly<Record<string, string>> = {
    [erasureRefusals.nothingKept.text]: 'nothing',
    [erasureRefusals.waits.text]: 'waits',
    [erasureRefusals.noRequest.text]: 'decided',
  }
  const problem = problems[error.message]
  if (problem === undefined) throw error
  return backTo(visit, phone, { problem })
}

/** Returns the page of a request in the queue: its customer's, once there is a reason for this session. */
export async function viewErasureRequest(visit: SupportVisit): Promise<SupportAnswer> {
  const { phone } = await getErasureRequest(visit.app, visit.id)
  return { goTo: visit.address('customers', { phone }) }
}
