import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { pathId, requirePathId } from '../http/path-ids.ts'
import { failures } from '../http/schemas.ts'
import { nowFor } from '../merchants/caller.ts'
import { callerOf, requireKey, requireLiveKey } from '../merchants/guards.ts'
import { approveDisputes } from './approve-disputes.ts'
import { challengeDisputes } from './challenge-disputes.ts'
import { type Dispute, merchantThroughApi } from './dispute.ts'
import { getDispute } from './get-dispute.ts'
import { readChallenge, readEvidence, readId, readListRequest } from './input.ts'
import { listDisputes } from './list-disputes.ts'
import { formatPageToken } from './page-token.ts'
import { provideMerchantEvidence } from './provide-evidence.ts'
import * as schemas from './schemas.ts'
import { requireEvidence } from './transitions/merchant.ts'
import { formatDispute, formatEvidence } from './wire.ts'

const tags = ['Disputes']
const texts = { decode: 'failed to decode request', invalid: 'bad_request' }
const badRequest = { 400: 'bad_request; failed to decode request' }
const keyTexts = {
  401: 'invalid secret key',
  403: 'merchant region does not match cluster region; disputes have no test mode',
}
const found = { 404: 'dispute not found' }
const locked = 'could not acquire lock: dispute is locked; could not acquire lock: payment is locked'

/** The merchant's dispute operations, for live keys only (specification, Endpoints, Disputes; decisions section 10). */
export function addDisputeRoutes(api: Api): void {
  addReadingRoutes(api)
  addDecisionRoutes(api)
  addEvidenceRoute(api)
}

function addReadingRoutes(api: Api): void {
  const { app, server } = api
  const liveKey = [requireKey(api, { hideUnknown: true }), requireLiveKey]

  server.get(
    '/api/v1/disputes',
    {
      onRequest: liveKey,
      config: { texts },
      schema: {
        operationId: 'listDisputes',
        summary: 'List disputes',
        description: 'The most recently created disputes, 100 a page.',
        tags,
        querystring: schemas.ListQuery,
        response: { 200: schemas.DisputePageAnswer, ...failures({ ...badRequest, ...keyTexts }) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const page = await listDisputes(app, caller, readListRequest(app.secrets, caller.merchantId, request.query))
      return {
        disputes: format(api, request, page.disputes),
        next_page_token: page.next === undefined ? '' : formatPageToken(app.secrets, caller.merchantId, page.next),
      }
    },
  )

  server.get(
    '/api/v1/disputes/:disputeId',
    {
      onRequest: [...liveKey, requirePathId('bad_request', 'disputeId')],
      schema: {
        operationId: 'getDispute',
        summary: 'Read a dispute',
        description: 'The dispute with its whole history.',
        tags,
        params: schemas.DisputeParams,
        response: {
          200: schemas.DisputeAnswer,
          ...failures({ 400: 'bad_request', ...keyTexts, ...found, 409: locked }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { dispute, history } = await getDispute(app, caller, pathId(request, 'disputeId'))
      return { dispute: formatDispute(dispute, nowFor(app, caller), api.baseUrl(), history) }
    },
  )
}

function addDecisionRoutes(api: Api): void {
  const { app, server } = api
  const liveKey = [requireKey(api, { hideUnknown: true }), requireLiveKey]

  server.post(
    '/api/v1/disputes/approve',
    {
      onRequest: liveKey,
      config: { texts },
      schema: {
        operationId: 'approveDisputes',
        summary: 'Approve disputes',
        description: 'Refunds the customers of up to 20 active disputes, all or nothing.',
        tags,
        body: schemas.ApproveInput,
        response: { 200: schemas.DisputesAnswer, ...failures({ ...badRequest, ...keyTexts, 409: locked }) },
      },
    },
    async (request) => {
      const ids = request.body.dispute_ids.map(readId)
      const approved = await approveDisputes(app, callerOf(request), ids, merchantThroughApi)
      return { disputes: format(api, request, approved) }
    },
  )

  server.post(
    '/api/v1/disputes/challenge',
    {
      onRequest: liveKey,
      config: { texts },
      schema: {
        operationId: 'challengeDisputes',
        summary: 'Challenge disputes',
        description: 'Asks support to review one new dispute, or an array of up to 20, all or nothing.',
        tags,
        body: schemas.ChallengesInput,
        response: { 200: schemas.DisputesAnswer, ...failures({ ...badRequest, ...keyTexts, 409: locked }) },
      },
    },
    async (request) => {
      const challenges = [request.body].flat().map(readChallenge)
      const challenged = await challengeDisputes(app, callerOf(request), challenges, merchantThroughApi)
      return { disputes: format(api, request, challenged) }
    },
  )
}

function addEvidenceRoute(api: Api): void {
  const { app, server } = api
  const liveKey = [requireKey(api, { hideUnknown: true }), requireLiveKey]

  server.post(
    '/api/v1/disputes/:disputeId/provide-evidence',
    {
      onRequest: [...liveKey, requirePathId('bad_request', 'disputeId')],
      config: { texts },
      schema: {
        operationId: 'provideEvidence',
        summary: 'Provide evidence',
        description: 'Text, attachments or both, once since support last asked for evidence.',
        tags,
        params: schemas.DisputeParams,
        body: schemas.EvidenceInput,
        response: {
          200: schemas.EvidenceAnswer,
          ...failures({ ...badRequest, ...keyTexts, ...found, 409: `payment is disputed; ${locked}` }),
        },
      },
    },
    async (request) => {
      const evidence = readEvidence(request.body)
      requireEvidence(evidence)
      const id = pathId(request, 'disputeId')
      const given = await provideMerchantEvidence(app, callerOf(request), id, evidence, merchantThroughApi)
      return formatEvidence(given.dispute, given.entry)
    },
  )
}

function format(api: Api, request: FastifyRequest, disputes: readonly Dispute[]): object[] {
  const at = nowFor(api.app, callerOf(request))
  return disputes.map((dispute) => formatDispute(dispute, at, api.baseUrl()))
}
