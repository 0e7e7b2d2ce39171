import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleServer } from '../../src/entries/server.ts'
import { openLog } from '../../src/platform/adapters/log.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { readConfig } from '../../src/platform/app/config.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import { openDb } from '../../src/platform/db/db.ts'

/** Returns the API description of a sandbox at its usual address. It opens no port and no connection. */
export async function writeOpenApi(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-docs-'))
  try {
    const config = readConfig({ DATA_DIR: dataDir, SECRETS_KEY: '0'.repeat(64) }, dataDir)
    const db = openDb({ connection: {}, connections: 1 })
    const app = openApp(config, db, openLog('silent'))
    const { server, describe } = await assembleServer(app, openMetrics(), 'uae')
    await server.ready()
    const document = describe()
    await Promise.all([server.close(), app.outbound.close(), db.close()])
    return `${JSON.stringify(document, null, 2)}\n`
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
