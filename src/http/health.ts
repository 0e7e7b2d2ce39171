import type { App } from '../app/app.ts'
import { listMissing } from '../app/missing.ts'
import { text } from '../db/columns.ts'
import type { Db } from '../db/db.ts'
import { defineStatement } from '../db/statement.ts'
import type { Server } from './open-server.ts'

const ping = defineStatement('ping', {}, { ok: text }, `select 'ok' as ok`)

const patienceMs = 3_000

/**
 * `GET /health`: 200 when the database answers within three seconds and no loop of this process's background work is overdue,
 * else 503; `overdue` names the loops. `missing` names what a service in production has not been given, and changes no status.
 */
export function addHealth(server: Server, { db, watchdog, config }: App): void {
  const missing = listMissing(config)
  server.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const answers = await answersInTime(db)
    const overdue = watchdog.overdue()
    const isWell = answers && overdue.length === 0
    return reply.code(isWell ? 200 : 503).send({
      status: isWell ? 'ok' : 'unavailable',
      ...(overdue.length > 0 && { overdue }),
      ...(missing.length > 0 && { missing }),
    })
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
