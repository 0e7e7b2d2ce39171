import {
  type ActionInput as ActionRequest,
  actOnDispute,
  type DisputeAction,
  disputeActionNames,
  disputeActions,
} from '../../money/disputes/actions/act-on-dispute.ts'
import { openDisputeOn } from '../../money/disputes/actions/open-dispute.ts'
import { DisputeAnswer } from '../../money/disputes/answers.ts'
import { getDispute } from '../../money/disputes/disputes.ts'
import { exampleActions, exampleComment, exampleOpening } from '../../money/disputes/examples.ts'
import { refusals } from '../../money/disputes/refusals.ts'
import { ActionInput, OpenInput, RequestEvidenceInput } from '../../money/disputes/schemas.ts'
import { formatDispute } from '../../money/disputes/wire.ts'
import { AmountReader } from '../../money/payments/amounts.ts'
import { refusals as paymentRefusals } from '../../money/payments/refusals.ts'
import { PaymentParams } from '../../money/payments/schemas.ts'
import { parseId } from '../../platform/base/ids.ts'
import { finestCurrency } from '../../platform/base/markets.ts'
import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { readBody, validatorCompiler } from '../../platform/http/read-body.ts'
import { example } from '../../platform/http/schemas.ts'
import { type Caller, nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'

const tags = ['Sandbox']
const locked = [refusals.changedMeanwhile, paymentRefusals.locked]

const operationIds: Record<DisputeAction, string> = {
  withdraw: 'withdrawDispute',
  'provide-evidence': 'provideCustomerEvidence',
  'request-evidence': 'requestEvidence',
  refund: 'refundDispute',
  decline: 'declineDispute',
  'accept-amount': 'acceptDisputeAmount',
  comment: 'commentOnDispute',
}

const descriptions: Record<DisputeAction, string> = {
  withdraw: 'Ends an active dispute without a refund.',
  'provide-evidence': 'Answers what support asked the customer for; the dispute is in progress again.',
  'request-evidence':
    'Asks the merchant or the customer for evidence. Without an answer the other side wins after 14 days.',
  refund: 'Decides a dispute in progress for the customer: the disputed amount is refunded.',
  decline: 'Decides a dispute in progress for the merchant.',
  'accept-amount': 'Makes the amount that the merchant proposed the disputed amount.',
  comment: 'Adds a line to the history; the status stays.',
}

/**
 * Adds the routes of disputes as the customer or support (docs/contract/running.md#sandbox-disputes): opening one, and
 * `POST /sandbox/disputes/{id}/<action>`.
 */
export function addSandboxDisputeRoutes(api: Api): void {
  const liveKey = [requireKey(api, 'none', { liveOnly: true })]
  const oneDispute = [...liveKey, requirePathId(refusals.badRequest.text)]
  addOpening(api, liveKey)
  for (const action of disputeActionNames) addAction(api, oneDispute, action)
}

function addOpening(api: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'openDispute',
    summary: 'As the customer: open a dispute',
    description: 'About captured money that was not refunded; without an amount about all of it.',
    tags,
    body: example(OpenInput, exampleOpening),
    response: { 200: DisputeAnswer },
  }
  const { notDisputable, noSuchPayment } = paymentRefusals
  const refuses = [notDisputable, refusals.badRequest, noSuchPayment, refusals.paymentIsDisputed, ...locked]
  const options = { onRequest, validatorCompiler, config: { refuses }, schema }
  api.server.post('/sandbox/disputes', options, async (request) => {
    const caller = callerOf(request)
    const { paymentId, ...complaint } = readOpening(request.body)
    const { id } = await openDisputeOn(api.app, caller, paymentId, complaint)
    return answerDispute(api, caller, id)
  })
}

function readOpening(body: unknown) {
  return readBody(OpenInput, body, ({ payment_id, reason, amount, comment, attachment_ids }, wrong) => {
    const [paymentId = ''] = readIds(payment_id === undefined ? [] : [payment_id], () => '$.payment_id', wrong)
    const attachmentIds = readAttachmentIds(attachment_ids, wrong)
    // The use case checks the amount in the payment's currency. An amount that is invalid in every currency is reported
    // here with the other wrong fields.
    if (wrong.length > 0) wrong.push(...wrongAmount(amount))
    return {
      paymentId,
      reason: reason ?? 'product_issue',
      amount: amount === null || amount === undefined ? null : String(amount),
      comment: comment ?? '',
      attachmentIds,
    }
  })
}

function wrongAmount(amount: string | number | null | undefined): readonly WrongField[] {
  if (amount === null || amount === undefined) return []
  const amounts = new AmountReader(finestCurrency)
  if (amounts.readMinor(amount, '$.amount') <= 0n) amounts.complain('$.amount', 'not positive')
  return amounts.wrong
}

/** Returns the texts that are UUIDs, and adds the others to `wrong`. */
function readIds(texts: readonly string[], fieldOf: (index: number) => string, wrong: WrongField[]): string[] {
  return texts.flatMap((text, index) => {
    const id = parseId(text)
    if (id === undefined) wrong.push(wrongValue(fieldOf(index), 'must be a UUID'))
    return id ?? []
  })
}

function readAttachmentIds(texts: readonly string[] | null | undefined, wrong: WrongField[]): readonly string[] {
  return [...new Set(readIds(texts ?? [], (index) => `$.attachment_ids[${index}]`, wrong))]
}

function addAction(api: Api, onRequest: Guard[], action: DisputeAction): void {
  const schema = {
    operationId: operationIds[action],
    summary: `As ${disputeActions[action].by === 'customer' ? 'the customer' : 'support'}: ${action.replace('-', ' ')}`,
    description: descriptions[action],
    tags,
    params: PaymentParams,
    body:
      action === 'request-evidence'
        ? example(RequestEvidenceInput, { from: 'merchant' })
        : example(ActionInput, action === 'withdraw' ? {} : exampleComment),
    response: { 200: example(DisputeAnswer, { dispute: exampleActions[action] }) },
  }
  const own = action === 'accept-amount' ? [refusals.noProposedAmount] : []
  const config = { bodyOptional: true, refuses: [refusals.disputeNotFound, refusals.wrongStatus, ...own, ...locked] }
  const options = { onRequest, validatorCompiler, config, schema }
  api.server.post(`/sandbox/disputes/:id/${action}`, options, async (request) => {
    const caller = callerOf(request)
    await actOnDispute(api.app, caller, pathId(request), action, readAction(schema.body, request.body))
    return answerDispute(api, caller, pathId(request))
  })
}

function readAction(schema: typeof ActionInput, body: unknown): ActionRequest {
  return readBody(schema, body ?? {}, (part, wrong) => {
    const { content, comment, from, attachment_ids } = part ?? {}
    return {
      text: content ?? comment ?? '',
      attachmentIds: readAttachmentIds(attachment_ids, wrong),
      from: from ?? 'merchant',
    }
  })
}

async function answerDispute({ app, baseUrl }: Api, caller: Caller, id: string) {
  const { dispute, history } = await getDispute(app, caller, id)
  return { dispute: formatDispute(dispute, nowFor(app, caller), baseUrl(), history) }
}
