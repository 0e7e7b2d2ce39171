import { setTimeout as pause } from 'node:timers/promises'
import { ownerFunctions } from '../../../money/settlements/settlements-sql.ts'
import type { Log } from '../../../platform/adapters/log.ts'
import { formatSeconds, second } from '../../../platform/base/times.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import { findProductionUse, listFunctions } from './store.ts'

/**
 * Prepares the database with the owner's rights. Sandbox: makes the functions by which a reset removes posted and
 * settled money. Production: drops them. Several processes may do so at once. A sandbox whose login is not the owner
 * serves without them, and cannot reset. Refuses with an UnusableDatabase to open a sandbox on production's database:
 * publicly known keys and passwords would work there.
 */
export async function prepareDatabase(owner: Db, mode: 'sandbox' | 'production'): Promise<void> {
  if (mode === 'production') {
    const there = await owner.run(listFunctions, { names: ownerFunctions.map(({ name }) => name) })
    for (const { name } of there) await owner.runText(`drop function if exists ${name}`)
    return
  }
  await refuseSandbox(owner)
  if (await isPrepared(owner)) return
  await makeFunctions(owner).catch((error: { code?: string }) => {
    if (error.code !== denied) throw error
  })
}

const denied = '42501'

/** Refuses, with an UnusableDatabase, a sandbox's database that production has used. */
export async function refuseSandbox(db: Db): Promise<void> {
  const [used] = await db.run(findProductionUse, {})
  if (used === undefined) return
  throw new UnusableDatabase(
    `QIST_MODE=sandbox: production has used this database since ${formatSeconds(used.since)}, and everybody knows a sandbox's keys: set QIST_MODE=production, or name another database`,
  )
}

/** Returns whether the database has this version's functions. */
export async function isPrepared(db: Db): Promise<boolean> {
  const there = await db.run(listFunctions, { names: ownerFunctions.map(({ name }) => name) })
  return ownerFunctions.every(({ name, body }) => there.some((one) => one.name === name && one.body === body))
}

// One process at a time, because concurrent replacements of a function fail. The number identifies this lock.
async function makeFunctions(owner: Db): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.runText('select pg_advisory_xact_lock(1904, 7)')
    for (const { name, parameters, language, body } of ownerFunctions) {
      await tx.runText(
        `create or replace function ${name}(${parameters}) returns boolean language ${language}
         security definer set search_path = public, pg_temp as $body$${body}$body$`,
      )
      await tx.runText(`revoke execute on function ${name} from public`)
      await tx.runText(`grant execute on function ${name} to qist_service`)
    }
  })
}

/**
 * Checks every second whether production uses the sandbox's database, and calls `end` once with the reason. Runs until
 * `stopping`.
 */
export async function watchForProduction(
  { db, log }: { readonly db: Db; readonly log: Log },
  stopping: AbortSignal,
  end: (reason: UnusableDatabase) => void,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await refuseSandbox(db)
    } catch (error) {
      if (error instanceof UnusableDatabase) return end(error)
      // An unreachable database may answer in a second.
      if (!stopping.aborted) log.debug({ err: error }, 'could not check whether production serves')
    }
    await pause(second, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}
