import { parseId } from '../../platform/base/ids.ts'
import { tooManyRequests, wrongFields } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, guard, pathId } from '../../platform/http/guard.ts'
import { validatorCompiler } from '../../platform/http/read-body.ts'
import { example, ok, okAnswer, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals } from '../refusals.ts'
import { drawBadge } from './badge.ts'
import { runnerOf } from './certificate-runner.ts'
import { getCertificate, skipScenario, stopCertificate } from './certificates.ts'
import { openCertificate } from './open-certificate.ts'
import { readRequest } from './read-request.ts'
import { CertificateAnswer, CertificateInput, exampleInput, SkipInput } from './schemas.ts'
import { certificateWire } from './wire.ts'

const tags = ['Sandbox']
const params = Type.Object({ id: Uuid })

// A malformed id is answered like an unknown one.
const requireCertificateId = guard([refusals.noSuchCertificate], async (request) => {
  if (parseId((request.params as { id: string }).id) === undefined) throw refusals.noSuchCertificate()
})

/** Adds the routes of rehearsals: `/sandbox/certificate` (docs/contract/integrators.md#certificate). */
export function addCertificateRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  const oneRun = [secretKey, requireCertificateId]
  addCreateCertificate(api, secretKey)
  addGetCertificate(api, oneRun)
  addGetBadge(api, oneRun)
  addSkipScenario(api, oneRun)
  addDeleteCertificate(api, oneRun)
  api.server.addHook('preClose', async () => runnerOf(api.app).stop())
}

function addCreateCertificate({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'createCertificate',
    summary: 'Rehearse with a shop',
    description:
      "Begins a run with the shop of the key's merchant and mode: one at a time. The sandbox plays customer, network and clock, and says what the integration does wrong. Scenarios follow each other; in each the shop opens a checkout session, and the sandbox does the rest. The first one waits for its session when this is answered.",
    tags,
    body: example(CertificateInput, exampleInput),
    response: { 200: CertificateAnswer },
  }
  const config = { bodyOptional: true, refuses: [refusals.certificateOpen, wrongFields, tooManyRequests] }
  server.post('/sandbox/certificate', { onRequest, validatorCompiler, config, schema }, async (request) => {
    const caller = callerOf(request)
    return certificateWire(await openCertificate(app, caller, readRequest(request.body)), caller.stores)
  })
}

function addGetCertificate({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getCertificate',
    summary: 'Read a rehearsal',
    description: 'How far it has come, and what came of each check so far.',
    tags,
    params,
    response: { 200: CertificateAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchCertificate] }
  server.get('/sandbox/certificate/:id', { onRequest, config, schema }, async (request) => {
    const caller = callerOf(request)
    return certificateWire(await getCertificate(app, caller, pathId(request)), caller.stores)
  })
}

function addGetBadge({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getCertificateBadge',
    summary: 'Draw the badge of a rehearsal',
    description: 'How many core checks were passed, with version, date and seed.',
    tags,
    params,
    response: { 200: { content: { 'image/svg+xml': { schema: Type.String({ description: 'The badge' }) } } } },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchCertificate] }
  server.get('/sandbox/certificate/:id/badge.svg', { onRequest, config, schema }, async (request, reply) => {
    const run = await getCertificate(app, callerOf(request), pathId(request))
    return reply.type('image/svg+xml; charset=utf-8').send(drawBadge(run))
  })
}

function addSkipScenario({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'skipScenario',
    summary: 'Wait for no session in a scenario',
    description:
      'Where the run waits for a session in this scenario, it goes on with the next one. Else nothing happens.',
    tags,
    params,
    body: example(SkipInput, { scenario: 'lost-answer' }),
    response: { 200: okAnswer('It is not waited for') },
  }
  const config = { refuses: [refusals.noSuchCertificate, refusals.certificateBusy] }
  server.post('/sandbox/certificate/:id/skip', { onRequest, config, schema }, async (request) => {
    const { merchantId, isTest } = callerOf(request)
    await skipScenario(app, { merchantId, isTest, id: pathId(request) }, request.body.scenario)
    return ok
  })
}

function addDeleteCertificate({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'stopCertificate',
    summary: 'End a rehearsal',
    description:
      'The run is finished with what it has seen, and rules that it has set are put back. It can still be read.',
    tags,
    params,
    response: { 200: okAnswer('It is finished') },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchCertificate, refusals.certificateBusy] }
  server.delete('/sandbox/certificate/:id', { onRequest, config, schema }, async (request) => {
    const { merchantId, isTest } = callerOf(request)
    await stopCertificate(app, { merchantId, isTest, id: pathId(request) })
    return ok
  })
}
