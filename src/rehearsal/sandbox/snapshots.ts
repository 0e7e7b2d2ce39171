import type { App } from '../../platform/app/app.ts'
import type { Snapshots } from '../../platform/app/snapshots.ts'
import { formatMilliseconds } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Guard } from '../../platform/http/guard.ts'
import { type BodyOf, ok, okAnswer } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { requireKey } from '../../platform/merchants/guards.ts'
import { maxSnapshots, refusals } from '../refusals.ts'

const tags = ['Sandbox']

const params = Type.Object({
  name: Type.String({ description: 'letters, digits, `-` and `_`, at most 40', examples: ['paid-orders'] }),
})

const SnapshotList = Type.Object(
  {
    snapshots: Type.Array(Type.Object({ name: Type.String(), taken_at: Type.String({ format: 'date-time' }) })),
    starts: Type.Integer({
      description: 'how often the service has started: a snapshot is taken or restored when it is higher than before',
    }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'why the last one was not taken or restored; the state is then as before',
    }),
  },
  {
    title: 'Snapshots',
    examples: [
      { snapshots: [{ name: 'paid-orders', taken_at: '2026-03-01T10:00:00.000Z' }], starts: 2, failure: null },
    ],
  },
)

/**
 * Adds `/sandbox/snapshots`: kept states of a whole throw-away sandbox, to go back to
 * (docs/contract/integrators.md#snapshots).
 */
export function addSnapshotRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addListSnapshots(api, secretKey)
  addTakeSnapshot(api, secretKey)
  addRestoreSnapshot(api, secretKey)
  addDeleteSnapshot(api, secretKey)
}

function addListSnapshots({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'listSnapshots',
    summary: 'List the snapshots',
    description: 'The kept states of the whole sandbox, and whether the last one was taken or restored.',
    tags,
    response: { 200: SnapshotList },
  }
  const config = { refuses: [refusals.noSnapshots] }
  server.get('/sandbox/snapshots', { onRequest, config, schema }, async () => snapshotsWire(snapshotsOf(app)))
}

function addTakeSnapshot({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'takeSnapshot',
    summary: 'Keep the state of the sandbox',
    description:
      'Keeps everything: all merchants, clocks and files, in place of an earlier snapshot of this name. The service restarts at the same address within seconds, so calls meanwhile fail. It is done when `starts` of the list is higher than in this answer.',
    tags,
    params,
    response: { 200: SnapshotList },
  }
  const refuses = [refusals.noSnapshots, refusals.invalidSnapshotName, refusals.tooManySnapshots, refusals.snapshotBusy]
  const config = { bodyless: true, refuses }
  server.put('/sandbox/snapshots/:name', { onRequest, config, schema }, async ({ params: { name } }) => {
    const snapshots = idle(app)
    if (!/^[\w-]{1,40}$/.test(name)) throw refusals.invalidSnapshotName()
    const names = snapshots.state().snapshots.map((one) => one.name)
    if (!names.includes(name) && names.length >= maxSnapshots) throw refusals.tooManySnapshots()
    const answer = snapshotsWire(snapshots)
    snapshots.take(name)
    return answer
  })
}

function addRestoreSnapshot({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'restoreSnapshot',
    summary: 'Go back to a snapshot',
    description:
      'Everything is as it was when the snapshot was taken. The service restarts at the same address within seconds, so calls meanwhile fail. It is done when `starts` of the list is higher than in this answer.',
    tags,
    params,
    response: { 200: SnapshotList },
  }
  const config = { bodyless: true, refuses: [refusals.noSnapshots, refusals.noSuchSnapshot, refusals.snapshotBusy] }
  server.post('/sandbox/snapshots/:name/restore', { onRequest, config, schema }, async ({ params: { name } }) => {
    const snapshots = idle(app)
    requireSnapshot(snapshots, name)
    const answer = snapshotsWire(snapshots)
    snapshots.restore(name)
    return answer
  })
}

function addDeleteSnapshot({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'deleteSnapshot',
    summary: 'Remove a snapshot',
    description: 'Frees its room. The state of the sandbox stays as it is.',
    tags,
    params,
    response: { 200: okAnswer('It is removed') },
  }
  const config = { bodyless: true, refuses: [refusals.noSnapshots, refusals.noSuchSnapshot, refusals.snapshotBusy] }
  server.delete('/sandbox/snapshots/:name', { onRequest, config, schema }, async ({ params: { name } }) => {
    const snapshots = idle(app)
    requireSnapshot(snapshots, name)
    snapshots.remove(name)
    return ok
  })
}

function snapshotsOf({ snapshots }: App): Snapshots {
  if (snapshots === undefined) throw refusals.noSnapshots()
  return snapshots
}

function idle(app: App): Snapshots {
  const snapshots = snapshotsOf(app)
  if (snapshots.isBusy()) throw refusals.snapshotBusy()
  return snapshots
}

function requireSnapshot(snapshots: Snapshots, name: string): void {
  if (!snapshots.state().snapshots.some((one) => one.name === name)) throw refusals.noSuchSnapshot()
}

function snapshotsWire(snapshots: Snapshots): BodyOf<typeof SnapshotList> {
  const { snapshots: all, starts, failure } = snapshots.state()
  return {
    snapshots: all.map(({ name, takenAt }) => ({ name, taken_at: formatMilliseconds(takenAt) })),
    starts,
    failure: failure ?? null,
  }
}
