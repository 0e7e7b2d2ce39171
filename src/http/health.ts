import { text } from '../db/columns.ts'
import type { Db } from '../db/db.ts'
import { defineStatement } from '../db/statement.ts'
import type { Server } from './open-server.ts'

export const ping = defineStatement('ping', [], { ok: text }, `select 'ok' as ok`)

const patienceMs = 3_000

/** `GET /health`: 200 when the database answers within three seconds, else 503. */
export function addHealth(server: Server, db: Db): void {
  server.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const isWell = await answersInTime(db)
    return reply.code(isWell ? 200 : 503).send({ status: isWell ? 'ok' : 'unavailable' })
  })
}

async function answersInTime(db: Db): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), patienceMs)
  const answered = db.run(ping, []).then(
    () => true,
    () => false,
  )
  const isWell = await Promise.race([answered, late.promise])
  clearTimeout(timer)
  return isWell
}
