import type { App } from '../app/app.ts'
import { listMissing } from '../app/missing.ts'
import { text } from '../db/columns.ts'
import type { Db } from '../db/db.ts'
import { defineStatement } from '../db/statement.ts'
import type { Server } from './open-server.ts'

const ping = defineStatement('ping', {}, { ok: text }, `select 'ok' as ok`)

const patienceMs = 3_000

/**
 * Adds `GET /health`: 200 if the database answers within three seconds and no loop of this process's background work
 * is overdue, else 503. `overdue` names the loops. `citus` describes the shards of a store that has them. `missing`
 * names absent settings of production and changes no status.
 */
export function addHealth(server: Server, app: App): void {
  const { db, watchdog, config } = app
  const missing = listMissing(config)
  server.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const answers = await answersInTime(db)
    const overdue = watchdog.overdue()
    const isWell = answers && overdue.length === 0
    return reply.code(isWell ? 200 : 503).send({
      status: isWell ? 'ok' : 'unavailable',
      ...(overdue.length > 0 && { overdue }),
      ...(db.sharding !== undefined && { citus: db.sharding }),
      ...(missing.length > 0 && { missing }),
    })
  })
}

/**
 * Adds `GET /ready`: 200 once the database answers and every loop of background work has finished a round and is not
 * overdue, else 503. The loops begin after all regions listen. Pages are served as soon as their region listens.
 */
export function addReady(server: Server, { db, watchdog }: App): void {
  server.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = watchdog.isRunning() && watchdog.overdue().length === 0 && (await answersInTime(db))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
  })
}

async function answersInTime(db: Db): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), patienceMs)
  const answered = db.run(ping, {}).then(
    () => true,
    () => false,
  )
  const isWell = await Promise.race([answered, late.promise])
  clearTimeout(timer)
  return isWell
}
