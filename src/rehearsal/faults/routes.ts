import type { FastifyRequest } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, guard, pathId } from '../../platform/http/guard.ts'
import { validatorCompiler } from '../../platform/http/read-body.ts'
import { example, ok, okAnswer, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals } from '../refusals.ts'
import type { Fault } from './fault.ts'
import { addFault, listFaults, removeFault, removeFaults, replaceFault } from './faults.ts'
import type { Operations } from './operations.ts'
import { type ParsedRule, readRule } from './read-rule.ts'
import { exampleFault, FaultAnswer, FaultInput, FaultsAnswer } from './schemas.ts'

const tags = ['Sandbox']
const params = Type.Object({ id: Uuid })
const body = example(FaultInput, exampleFault)

// A malformed id is answered like an unknown one.
const requireFaultId = guard([refusals.noSuchFault], async (request) => {
  if (parseId((request.params as { id: string }).id) === undefined) throw refusals.noSuchFault()
})

/** Adds the routes of fault rules: `/sandbox/faults` (docs/contract/integrators.md#faults). */
export function addFaultRoutes(api: Api, operations: Operations): void {
  const secretKey = requireKey(api, 'none')
  const oneFault = [secretKey, requireFaultId]
  const read = (request: FastifyRequest): ParsedRule => readRule(request.body, operations, api.app.clock.now())
  addCreateFault(api, secretKey, read)
  addListFaults(api, secretKey)
  addUpdateFault(api, oneFault, read)
  addDeleteFault(api, oneFault)
  addDeleteFaults(api, secretKey)
}

type Read = (request: FastifyRequest) => ParsedRule

function addCreateFault({ app, server }: Api, onRequest: Guard, read: Read): void {
  const schema = {
    operationId: 'createFault',
    summary: 'Have something go wrong',
    description:
      "Adds a rule for the key's merchant and mode, behind those that are there: the first that matches acts. `on` and `do` suffice. It holds for whatever call begins after the answer.",
    tags,
    body,
    response: { 200: FaultAnswer },
  }
  const options = { onRequest, validatorCompiler, config: { refuses: [refusals.tooManyFaults] }, schema }
  server.post('/sandbox/faults', options, async (request) => ({
    fault: faultWire(await addFault(app, callerOf(request), read(request))),
  }))
}

function addListFaults({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'listFaults',
    summary: 'List what is to go wrong',
    description:
      'All rules that have not ended, in the order in which they are tried, and how often each was injected.',
    tags,
    response: { 200: FaultsAnswer },
  }
  server.get('/sandbox/faults', { onRequest, config: { bodyless: true }, schema }, async (request) => ({
    faults: (await listFaults(app, callerOf(request))).map(faultWire),
  }))
}

function addUpdateFault({ app, server }: Api, onRequest: Guard[], read: Read): void {
  const schema = {
    operationId: 'updateFault',
    summary: 'Replace a rule',
    description: 'It keeps its place, lives from now on, and counts anew.',
    tags,
    params,
    body,
    response: { 200: FaultAnswer },
  }
  const options = { onRequest, validatorCompiler, config: { refuses: [refusals.noSuchFault] }, schema }
  server.put('/sandbox/faults/:id', options, async (request) => ({
    fault: faultWire(await replaceFault(app, callerOf(request), pathId(request), read(request))),
  }))
}

function addDeleteFault({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'deleteFault',
    summary: 'Remove a rule',
    description: 'No fault is injected into calls that begin after the answer.',
    tags,
    params,
    response: { 200: okAnswer('Removed') },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchFault] }
  server.delete('/sandbox/faults/:id', { onRequest, config, schema }, async (request) => {
    await removeFault(app, callerOf(request), pathId(request))
    return ok
  })
}

function addDeleteFaults({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'deleteFaults',
    summary: 'Remove all rules',
    description: "All of the key's merchant and mode.",
    tags,
    response: { 200: okAnswer('Removed') },
  }
  server.delete('/sandbox/faults', { onRequest, config: { bodyless: true }, schema }, async (request) => {
    await removeFaults(app.db, callerOf(request))
    return ok
  })
}

function faultWire({ id, rule, hits }: Fault) {
  return { id, ...rule, hits }
}
