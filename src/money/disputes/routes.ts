import type { FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { example } from '../../platform/http/schemas.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals as paymentRefusals } from '../payments/refusals.ts'
import { approveDisputes } from './actions/approve-disputes.ts'
import { challengeDisputes } from './actions/challenge-disputes.ts'
import { provideMerchantEvidence } from './actions/provide-evidence.ts'
import { DisputeAnswer, DisputePageAnswer, DisputesAnswer, EvidenceAnswer, type ListedDispute } from './answers.ts'
import { type Dispute, merchantThroughApi } from './dispute.ts'
import { listDisputes } from './dispute-lists.ts'
import { getDispute } from './disputes.ts'
import { exampleApproved, exampleChallenged } from './examples.ts'
import { readChallenge, readEvidence, readId, readListRequest } from './input.ts'
import { formatPageToken } from './page-token.ts'
import { refusals } from './refusals.ts'
import { ApproveInput, ChallengesInput, DisputeParams, EvidenceInput, ListQuery } from './schemas.ts'
import { requireEvidence } from './transitions/merchant.ts'
import { formatDispute, formatEvidence } from './wire.ts'

const tags = ['Disputes']
const invalid = refusals.badRequest.text
const texts = { decode: 'failed to decode request', invalid }
const locked = [refusals.changedMeanwhile, paymentRefusals.locked]

/** The merchant's dispute operations, for live keys only (docs/contract/disputes.md). */
export function addDisputeRoutes(api: Api): void {
  const disputes = requireKey(api, 'disputes', { liveOnly: true })
  const oneDispute = [disputes, requirePathId(invalid, 'disputeId')]
  addListDisputes(api, [disputes])
  addGetDispute(api, oneDispute)
  // An approved dispute is refunded.
  addApproveDisputes(api, [requireKey(api, 'refund', { liveOnly: true })])
  addChallengeDisputes(api, [disputes])
  addProvideEvidence(api, oneDispute)
}

function addListDisputes(api: Api, onRequest: Guard[]): void {
  const { app, server } = api
  const schema = {
    operationId: 'listDisputes',
    summary: 'List disputes',
    description: 'The most recently created disputes, 100 a page.',
    tags,
    querystring: ListQuery,
    response: { 200: DisputePageAnswer },
  }
  // A parameter that stands twice is as wrong as one of the wrong form.
  const config = { texts: { ...texts, decode: invalid } }
  server.get('/api/v1/disputes', { onRequest, config, schema }, async (request) => {
    const caller = callerOf(request)
    const page = await listDisputes(app, caller, readListRequest(app.secrets, caller.merchantId, request.query))
    return {
      disputes: format(api, request, page.disputes),
      next_page_token: page.next === undefined ? '' : formatPageToken(app.secrets, caller.merchantId, page.next),
    }
  })
}

function addGetDispute({ app, server, baseUrl }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getDispute',
    summary: 'Read a dispute',
    description: 'The dispute with its whole history.',
    tags,
    params: DisputeParams,
    response: { 200: DisputeAnswer },
  }
  const config = { refuses: [refusals.disputeNotFound, ...locked] }
  server.get('/api/v1/disputes/:disputeId', { onRequest, config, schema }, async (request) => {
    const caller = callerOf(request)
    const { dispute, history } = await getDispute(app, caller, pathId(request, 'disputeId'))
    return { dispute: formatDispute(dispute, nowFor(app, caller), baseUrl(), history) }
  })
}

function addApproveDisputes(api: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'approveDisputes',
    summary: 'Approve disputes',
    description: 'Refunds the customers of up to 20 active disputes, all or nothing.',
    tags,
    body: ApproveInput,
    response: { 200: example(DisputesAnswer, { disputes: [exampleApproved] }) },
  }
  const config = { texts, refuses: locked }
  api.server.post('/api/v1/disputes/approve', { onRequest, config, schema }, async (request) => {
    const ids = request.body.dispute_ids.map(readId)
    const approved = await approveDisputes(api.app, callerOf(request), ids, merchantThroughApi)
    return { disputes: format(api, request, approved) }
  })
}

function addChallengeDisputes(api: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'challengeDisputes',
    summary: 'Challenge disputes',
    description: 'Asks support to review one new dispute, or an array of up to 20, all or nothing.',
    tags,
    body: ChallengesInput,
    response: { 200: example(DisputesAnswer, { disputes: [exampleChallenged] }) },
  }
  const config = { texts, refuses: locked }
  api.server.post('/api/v1/disputes/challenge', { onRequest, config, schema }, async (request) => {
    const challenges = [request.body].flat().map(readChallenge)
    const challenged = await challengeDisputes(api.app, callerOf(request), challenges, merchantThroughApi)
    return { disputes: format(api, request, challenged) }
  })
}

function addProvideEvidence({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'provideEvidence',
    summary: 'Provide evidence',
    description: 'Text, attachments or both, once since support last asked for evidence.',
    tags,
    params: DisputeParams,
    body: EvidenceInput,
    response: { 200: EvidenceAnswer },
  }
  const config = { texts, refuses: [refusals.disputeNotFound, refusals.paymentIsDisputed, ...locked] }
  server.post('/api/v1/disputes/:disputeId/provide-evidence', { onRequest, config, schema }, async (request) => {
    const evidence = readEvidence(request.body)
    requireEvidence(evidence)
    const id = pathId(request, 'disputeId')
    const given = await provideMerchantEvidence(app, callerOf(request), id, evidence, merchantThroughApi)
    return formatEvidence(given.dispute, given.entry)
  })
}

function format({ app, baseUrl }: Api, request: FastifyRequest, disputes: readonly Dispute[]): ListedDispute[] {
  const at = nowFor(app, callerOf(request))
  return disputes.map((dispute) => formatDispute(dispute, at, baseUrl()))
}
