import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../platform/app/app.ts'
import type { Config } from '../../../platform/app/config.ts'
import { hour } from '../../../platform/base/times.ts'
import { openEmbedded } from '../../../platform/db/embedded/open-embedded.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import { examineAll } from '../doctor/examine-all.ts'
import type { Examination } from '../doctor/report.ts'
import { openCommandLog, withApp } from '../with-app.ts'

/** Longest recovery of a copied database: PostgreSQL replays its log and flushes every file. */
const recoveryMs = hour

/**
 * Starts the database of a copied data folder, runs the doctor and `work` on it, and stops it. This migrates its schema
 * to this version.
 */
export async function examineCopy<T>(
  config: Config,
  dataDir: string,
  work: (app: App) => Promise<T>,
): Promise<{ readonly examination: Examination; readonly answer: T }> {
  const copy = { ...config, dataDir }
  const opening = openEmbedded({ dataDir, log: openCommandLog(config), patienceMs: recoveryMs })
  // Leaves out the advice for a running service, which does not apply to a copy.
  const embedded = await opening.catch((error) => {
    throw error instanceof UnusableDatabase ? new UnusableDatabase(`The copy is not kept: ${error.problem}`) : error
  })
  try {
    return await withApp(async (app) => ({ examination: await examineAll(app), answer: await work(app) }), copy)
  } finally {
    await embedded.close()
    await rm(join(dataDir, 'postgres', 'server.log'), { force: true })
  }
}
