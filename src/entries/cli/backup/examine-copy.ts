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

/** What the server may take until a copy is consistent: it reads what was written meanwhile, and flushes every file. */
const recoveryMs = hour

/** Starts the database of a copied data folder, has the doctor and the work look at it, and stops it. Its schema is this version's then. */
export async function examineCopy<T>(
  config: Config,
  dataDir: string,
  work: (app: App) => Promise<T>,
): Promise<{ readonly examination: Examination; readonly answer: T }> {
  const copy = { ...config, dataDir }
  const opening = openEmbedded({ dataDir, log: openCommandLog(config), patienceMs: recoveryMs })
  // What a service would be told to do helps no copy.
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
