import { completeNotification } from '../../src/money/payments/notification.ts'
import { openLog } from '../../src/platform/adapters/log.ts'
import { readConfig } from '../../src/platform/app/config.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'

// A process that only delivers notifications. Tests kill it.
const config = readConfig(process.env, process.cwd())
const db = await openServiceDb({ connection: { connectionString: config.databaseUrl }, connections: 4 })
const dispatcher = openDispatcher(openApp(config, db, openLog('error')), completeNotification)
process.stdout.write('sending\n')
process.on('SIGTERM', async () => {
  await dispatcher.stop()
  process.exit()
})
